// Helpers of the tests of the account: getting in whatever the language, codes out of the outbox, further sessions without a browser.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { admit, type Demo, FIRST_MEMBER, type Member, PASSWORD } from './fixtures';
import { daily } from './sweep';
import { inEither, type Language, languages } from './words';

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
