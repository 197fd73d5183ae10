import { type Page, test } from '@playwright/test';
import { admit } from '../fixtures';
const OUT = '/tmp/apps-shots';
const dresses = [
  { lang: 'zh-CN', wide: true, dark: false }, { lang: 'en-US', wide: true, dark: true },
  { lang: 'zh-CN', wide: false, dark: false }, { lang: 'en-US', wide: false, dark: true },
] as const;
const only = process.env.ONLY ?? '';
for (const { lang, wide, dark } of dresses) {
  const name = `${lang}-${wide ? 'desk' : 'phone'}-${dark ? 'dark' : 'light'}`;
  test(name, async ({ browser }) => {
    const context = await browser.newContext({ baseURL: process.env.BASE, viewport: wide ? { width: 1440, height: 900 } : { width: 390, height: 844 }, colorScheme: dark ? 'dark' : 'light', hasTouch: !wide });
    const page: Page = await context.newPage();
    page.on('console', (m) => { if (m.type() === 'error' || m.type() === 'warning') console.log('CONSOLE', m.text()); });
    page.on('pageerror', (e) => console.log('PAGEERROR', e.message));
    await page.addInitScript(([tag, d]) => { localStorage.setItem('locale', tag as string); localStorage.setItem('vueuse-color-scheme', d ? 'dark' : 'light'); }, [lang, dark] as const);
    await admit(page, '13800000000');
    const shot = async (what: string) => { await page.waitForTimeout(900); await page.screenshot({ path: `${OUT}/${what}-${name}.png` }); };
    const step = async (what: string, f: () => Promise<void>) => { if (only && !what.match(only)) return; try { await f(); await shot(what); } catch (e) { console.log('STEP', what, String(e).slice(0, 300)); await shot(`${what}-failed`); } };
    await step('records', async () => { await page.goto('/app/uploadRecords'); await page.locator('tbody tr button, main li button').first().click({ timeout: 20000 }); await page.waitForTimeout(1500); });
    await step('push', async () => {
      await page.goto('/app/uploadRecords');
      await page.getByRole('button', { name: /推送|^Push|Send files/ }).first().click({ timeout: 20000 });
      const d = page.getByRole('dialog');
      await d.locator('input[type=file]').setInputFiles([{ name: '主图 1.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') }]);
      await d.getByRole('button', { name: /^(选择云手机|Choose phones)$/ }).click();
      await d.getByRole('checkbox', { name: /主力-01/ }).check();
      await d.getByRole('checkbox').nth(2).check();
      await page.waitForTimeout(1500);
      await d.getByRole('button', { name: /^(收起|Fold)$/ }).click();
    });
    await step('dialog', async () => {
      await page.goto('/app/index');
      const cards = page.getByRole('article');
      await cards.first().waitFor({ timeout: 20000 });
      for (let n = 0; n < 9; n += 1) { await cards.nth(n).hover(); await page.getByRole('checkbox', { name: /^(选择|Select) / }).nth(n).check({ timeout: 5000 }); }
      await page.getByRole('button', { name: /^(更多|More)$/ }).last().click();
      await page.getByRole('menuitem', { name: /^(应用管理|管理应用|应用|Apps|Manage apps).*/ }).first().click();
      await page.getByRole('dialog').getByRole('checkbox').nth(1).check({ timeout: 20000 });
    });
    await step('panel', async () => {
      await page.goto('/app/index');
      await page.getByRole('button', { name: /^(打开|Open) 主力-01/ }).first().press('Enter', { timeout: 20000 });
      await page.waitForTimeout(2500);
      if (!wide) await page.getByRole('button', { name: /^(更多|More)$/ }).click();
      await page.getByRole('tab', { name: /^(应用|Apps)$/ }).click();
      await page.waitForTimeout(2500);
      await page.getByRole('button', { name: /更多操作|More about/ }).first().click();
    });
    await step('cloud', async () => { await page.keyboard.press('Escape'); await page.getByText(/^(云端|Cloud)$/).first().click(); await page.waitForTimeout(800); });
    await step('wall', async () => { await page.goto('/app/keyAccount'); await page.waitForTimeout(4000); });
    await step('subs', async () => { await page.goto('/app/keyAccount?view=subAccounts'); await page.waitForTimeout(4000); });
    await step('invite', async () => { await page.getByRole('button', { name: /邀请子账号|Invite a sub-account/ }).first().click(); await page.waitForTimeout(1500); });
    await step('empower', async () => { await page.goto('/app/empowerPhoneList'); await page.waitForTimeout(2500); });
    await context.close();
  });
}
