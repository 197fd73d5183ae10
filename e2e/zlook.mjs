import { chromium } from '@playwright/test';
import { launch } from './chromium.mjs';
const origin = process.argv[2];
const browser = await chromium.launch(launch);
const dresses = [['zh-CN','light',1440,900],['en-US','dark',390,844],['en-US','dark',1440,900],['zh-CN','light',390,844]];
async function open(lang, theme, width, height, account) {
  const ctx = await browser.newContext({ viewport: { width, height }, hasTouch: width < 500, isMobile: width < 500, colorScheme: theme, locale: lang, baseURL: origin, reducedMotion: 'reduce' });
  const page = await ctx.newPage();
  page.on('console', (m) => { if (['error','warning'].includes(m.type())) console.log(lang, theme, width, 'CONSOLE', m.text()); });
  page.on('pageerror', (e) => console.log('PAGEERROR', String(e)));
  await page.addInitScript((l) => localStorage.setItem('locale', l), lang);
  await page.goto('/app/login');
  const boxes = page.locator('input');
  await page.getByRole('checkbox').first().check();
  await page.locator('input[type=text], input[type=tel], input:not([type])').first().fill(account);
  await page.locator('input[type=password]').first().fill('Owldeck#2026');
  await page.locator('input[type=password]').first().press('Enter');
  await page.waitForURL(/index|operator|notice/, { timeout: 30000 }).catch(() => console.log('no sign in', page.url()));
  await page.waitForTimeout(1200);
  return [ctx, page];
}
for (const [lang, theme, width, height] of dresses) {
  const tag = `${lang}-${theme}-${width}`;
  {
    const [ctx, page] = await open(lang, theme, width, height, 'admin');
    await page.goto('/app/operator/maintenance');
    await page.waitForTimeout(1500);
    await page.getByRole('button', { name: /^(安排维护|Set maintenance)$/ }).click();
    await page.waitForTimeout(1500);
    await page.getByRole('dialog').getByText(/^(整种配置|A configuration)$/).click();
    await page.waitForTimeout(500);
    await page.screenshot({ path: `/tmp/look/mset-${tag}.png` });
    await page.getByRole('dialog').getByText(/^(整台主机|A host)$/).click();
    await page.waitForTimeout(500);
    const d = page.getByRole('dialog');
    await d.getByRole('combobox').first().click();
    await page.waitForTimeout(700);
    await page.locator('.ant-select-item-option').first().click();
    await page.waitForTimeout(800);
    const t = d.locator('input[lang]');
    await t.nth(0).fill('更换机柜网线，约半小时');
    await t.nth(1).fill('New network cables, about half an hour');
    await page.screenshot({ path: `/tmp/look/mset2-${tag}.png` });
    await d.locator('button.ant-btn-primary').last().click();
    await page.waitForTimeout(1500);
    await page.screenshot({ path: `/tmp/look/mlist-${tag}.png` });
    const [c2, p2] = await open(lang, theme, width, height, '13800000000');
    await p2.waitForTimeout(1500);
    await p2.screenshot({ path: `/tmp/look/mmember-${tag}.png` });
    await p2.goto('/app/notice'); await p2.waitForTimeout(1500);
    await p2.screenshot({ path: `/tmp/look/mnotice-${tag}.png` });
    await c2.close();
    await page.getByRole('button', { name: /^(结束|End)/ }).first().click();
    await page.waitForTimeout(800);
    await page.locator('.ant-modal-confirm .ant-btn-primary, [role=dialog] .ant-btn-primary').last().click();
    await page.waitForTimeout(1200);
    await page.screenshot({ path: `/tmp/look/mend-${tag}.png` });
    await ctx.close();
  }
}
await browser.close();
