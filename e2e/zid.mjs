import { chromium } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { launch } from './chromium.mjs';
const origin = process.argv[2];
const browser = await chromium.launch(launch);
const dresses = [['zh-CN','light',1440,900],['en-US','dark',1440,900],['en-US','dark',390,844],['zh-CN','light',390,844]];
const names = ['主力-01','小店客服','选品 A','直播间'];
let at = 0;
for (const [lang, theme, width, height] of dresses) {
  const ctx = await browser.newContext({ viewport: { width, height }, hasTouch: width < 500, isMobile: width < 500, colorScheme: theme });
  const page = await ctx.newPage();
  page.on('console', (m) => { if (['error','warning'].includes(m.type())) console.log(lang, theme, width, 'CONSOLE', m.text()); });
  page.on('pageerror', (e) => console.log('PAGEERROR', String(e)));
  await page.addInitScript(([l, t]) => { localStorage.setItem('locale', l); const s = JSON.parse(localStorage.getItem('layout-setting') || '{}'); localStorage.setItem('layout-setting', JSON.stringify({ ...s, theme: t })); }, [lang, theme]);
  await page.goto(origin);
  const sign = await page.request.post(origin + '/app-api/member/auth/sms-login', { data: { phone: '13800000000', password: 'Owldeck#2026', agreed: true }, headers: { terminal: 'WEB' } });
  await page.goto(origin + '/app/index');
  await page.waitForTimeout(1500);
  if (await page.locator('input[type=password]').count()) {
    await page.locator('input:not([type=checkbox]):not([type=password])').first().fill('13800000000');
    await page.locator('input[type=password]').first().fill('Owldeck#2026');
    const box = page.locator('input[type=checkbox]'); for (let i = 0; i < await box.count(); i++) await box.nth(i).check({ force: true }).catch(() => {});
    await page.keyboard.press('Enter');
    await page.locator('input[type=password]').first().press('Enter');
  }
  await page.waitForTimeout(3500);
  const name = names[at];
  const tag = `${lang}-${theme}-${width}`;
  await page.getByRole('button', { name: new RegExp(`${name} 的更多操作|(More actions.*|.*)${name}.*`) }).filter({ has: page.locator('svg') }).first().waitFor({ timeout: 5000 }).catch(() => {});
  const card = page.getByRole('article', { name, exact: true });
  await card.scrollIntoViewIfNeeded();
  await card.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: /^(一键新机|New device)$/ }).click();
  await page.waitForTimeout(2500);
  await page.screenshot({ path: `/tmp/identity-${tag}-dialog.png` });
  if (width < 500) { await page.locator('.ant-drawer-body').evaluate((e) => e.scrollTo(0, e.scrollHeight)); await page.waitForTimeout(400); await page.screenshot({ path: `/tmp/identity-${tag}-dialog2.png` }); }
  const inputs = page.getByRole('dialog').locator('input[inputmode=numeric]');
  await inputs.fill('1');
  await page.getByRole('dialog').locator('button.ant-btn-dangerous').click();
  await page.getByRole('button', { name: /^(查看回执|Show the receipt)$/ }).first().click();
  await page.locator('.ant-drawer table').waitFor({ timeout: 30000 });
  await page.waitForTimeout(700);
  await page.screenshot({ path: `/tmp/identity-${tag}-receipt.png` });
  at += 1;
  await ctx.close();
}
await browser.close();
