// What the tests of the account share: getting in whatever the language, codes out of the outbox, further sessions without a browser.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { type Demo, FIRST_MEMBER, PASSWORD } from './fixtures';

export const languages = ['zh-CN', 'en-US'] as const;
export type Language = (typeof languages)[number];

/** Signs in with a password; the interface speaks `language` from then on. */
export async function enter(page: Page, language: Language, account = FIRST_MEMBER, password = PASSWORD): Promise<void> {
  await page.addInitScript((tag) => localStorage.setItem('locale', tag), language);
  await page.goto('/app/login');
  await page.locator('input[autocomplete=username]').fill(account);
  await page.locator('input[type=password]').fill(password);
  await page.getByRole('checkbox').check();
  await page.locator('button[type=submit]').click();
  await expect(page).toHaveURL(/\/app\/index/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Makes a member of this number, with the usual password. */
export function makeMember(demo: Demo, phone: string): void {
  demo.seed({ members: [{ phone, password: PASSWORD, nickname: phone.slice(-4) }] });
}

/** Signs in beside the browser: on another kind of device it is a further session, on `WEB` it ends the browser's. */
export async function enterElsewhere(request: APIRequestContext, phone: string, terminal: 'PC' | 'APP' | 'WEB') {
  const answer = await request.post('/app-api/member/auth/sms-login', {
    headers: { terminal },
    data: { phone, password: PASSWORD },
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

/** The account centre, loaded. */
export async function openAccount(page: Page): Promise<void> {
  await page.goto('/app/personalCenter/accountCenter');
  await expect(page.getByRole('heading', { level: 1, name: /^(账号中心|Account)$/ })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
}
