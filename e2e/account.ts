// Helpers of the tests of the account: getting in and out whatever the language, codes out of the outbox, further sessions without a browser.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { admit, type Demo, FIRST_MEMBER, type Member, newNumber, PASSWORD } from './fixtures';
import { daily } from './sweep';
import { inEither, type Language, languages, type Translate } from './words';

export { type Language, languages };

/** The languages of a walk in which nothing but the words depends on them: this one every day, both in a sweep. */
export const spoken = (language: Language): readonly Language[] =>
  daily<readonly Language[]>([language], languages);

/** Signs in; the interface speaks `language` from then on, and stands at `path`. */
export async function enter(page: Page, language: Language, account = FIRST_MEMBER, password = PASSWORD, path = '/app/index'): Promise<void> {
  await page.addInitScript((tag) => localStorage.setItem('locale', tag), language);
  await admit(page, account, password);
  await page.goto(path);
  await expect(page).toHaveURL((url) => url.pathname.startsWith(path.replace(/\?.*/, '')));
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
}

/** Signs out by the member's corner, which asks first. */
export async function signOut(page: Page, t: Translate): Promise<void> {
  await page.getByRole('button', { name: t('shell.account') }).click();
  await page.getByRole('menuitem', { name: t('session.signOut') }).click();
  const question = page.getByRole('dialog', { name: t('session.signOutTitle') });
  await expect(question).toContainText(t('session.signOutText'));
  await question.getByRole('button', { name: t('session.signOut'), exact: true }).click();
}

/** A tab of the account centre. */
export type AccountTab = 'profile' | 'security' | 'sessions' | 'reminders' | 'api';

/** The account centre of whoever signs in. */
export async function enterAccount(page: Page, language: Language, account: string, tab: AccountTab = 'profile'): Promise<void> {
  await enter(page, language, account, PASSWORD, `${ACCOUNT}?tab=${tab}`);
  await accountShown(page);
}

/** Lets another member at a phone for an hour, or as long as is said. */
export async function lend(demo: Demo, owner: Member, phone: string, to: string, level: 'view' | 'operate', expiresInMinutes = 60) {
  await demo.seed({ grants: [{ owner: owner.account, phone, to, level, expiresInMinutes }] });
}

/** A new sub-account with one phone of its parent's, with which it may do this; its number. */
export async function newSubAccount(demo: Demo, parent: Member, phone: string, ...may: string[]): Promise<string> {
  const child = newNumber();
  const given = { parent: parent.account, phone: child, password: PASSWORD, phones: [{ phone, may }] };
  await demo.seed({ subAccounts: [given] });
  return child;
}

/** Signs in beside the browser: on another kind of device it is a further session, on `WEB` it ends the browser's. */
export async function enterElsewhere(request: APIRequestContext, phone: string, terminal: 'PC' | 'APP' | 'WEB') {
  const answer = await request.post('/app-api/member/auth/sms-login', {
    headers: { terminal },
    data: { phone, password: PASSWORD, agreed: true },
  });
  const body = await answer.json();
  expect(body.code, body.msg).toBe(0);
  return body.data as { userId: number; accessToken: string };
}

/** Calls of a member on another kind of device, beside the browser. */
export async function beside(request: APIRequestContext, account: string) {
  const { accessToken } = await enterElsewhere(request, account, 'PC');
  const headers = { authorization: `Bearer ${accessToken}`, terminal: 'PC' };
  const call = async (method: 'POST' | 'DELETE', path: string, data: object) => {
    const answer = await request.fetch(path, { method, headers, data });
    const { code, msg, data: found } = await answer.json();
    expect(code, msg).toBe(0);
    return found;
  };
  return {
    post: (path: string, data: object) => call('POST', path, data),
    delete: (path: string, data: object) => call('DELETE', path, data),
  };
}

interface Sent {
  to: string;
  purpose: string;
  code: string;
}

/** The newest code for this purpose that went to this number or address, after the first `skip` of them. */
export async function sentCode(demo: Demo, to: string, purpose: string, skip = 0): Promise<string> {
  const file = join(demo.dataDir, 'outbox.jsonl');
  const found = () => {
    const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').filter(Boolean) : [];
    const sent = lines.map((line) => JSON.parse(line) as Sent);
    return sent.filter((each) => each.to.endsWith(to) && each.purpose === purpose);
  };
  await expect.poll(() => found().length, { message: `a code for ${purpose} to ${to}` }).toBeGreaterThan(skip);
  return found().at(-1)?.code ?? '';
}

const ACCOUNT = '/app/personalCenter/accountCenter';

async function accountShown(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: inEither((t) => t('pages.account')) })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
}
