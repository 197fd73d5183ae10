// One-click new device: what changes, is lost and stays is said first; afterwards the phone itself is another one, and the receipt says part by part how.

import type { Page } from '@playwright/test';
import { enter } from '../account';
import { install } from '../adb';
import { makeApk } from '../apk';
import { expect, type Member, test } from '../fixtures';
import { act, bootId, dialog, openReceipt, select, shell } from '../operations';
import { openPhone } from '../phone';
import { withPythonProxy } from '../python-proxy';
import { onPhone, sound } from '../shell';
import { SWEPT } from '../sweep';
import { unmarked, wordsIn } from '../words';

const prop = (member: Member, name: string, key: string): Promise<string> => shell(member, name, `getprop ${key}`);
const androidId = (member: Member, name: string): Promise<string> =>
  shell(member, name, 'settings get secure android_id');

/** Chooses in a picker by what is typed into it. */
async function choose(page: Page, label: string, typed: string, option: string) {
  const picker = dialog(page).getByRole('combobox', { name: label });
  await picker.click();
  await picker.fill(typed);
  await page.locator('.ant-select-item-option').filter({ hasText: option }).click();
}

test('one becomes another model, keeps its files and loses its apps, zh-CN', async ({ page, demo }) => {
  const t = wordsIn('zh-CN');
  const name = '换机 01';
  const member = await demo.member(name);
  const app = 'com.example.renewed';
  await install(member.address(name), makeApk(app, '旧应用', 1));
  await shell(member, name, 'echo mine > /sdcard/Download/mine.txt');
  const before = {
    boot: await bootId(member, name),
    id: await androidId(member, name),
    android: await prop(member, name, 'ro.build.version.release'),
  };
  await enter(page, 'zh-CN', member.account);
  await select(page, name);
  await act(page, wordsIn('zh-CN')('actions.newDevice'));
  const form = dialog(page);
  // Apps and files on the phone are counted by the phone itself.
  await expect(form.getByText(t('identity.able'))).toBeVisible();
  await expect(form.getByText(t('identity.lostApps', { count: '1' }))).toBeVisible();
  await expect(form.getByText(t('identity.lostFiles', { count: '1' }))).toBeVisible();
  await expect(form.getByText(t('identity.unchanged', { version: before.android }))).toBeVisible();
  await choose(page, t('identity.brand'), '三星', '三星');
  await choose(page, t('identity.model'), 'S22', 'Galaxy S22 · SM-S901B');
  await form.getByRole('radio', { name: new RegExp(t('identity.keepFiles')) }).check();
  await expect(form.getByText(t('identity.keptFiles', { count: '1' }))).toBeVisible();
  // A serial number that the brand does not have is refused beside its field, and nothing happens.
  const serial = form.getByRole('textbox', { name: t('identity.serial') });
  const verb = form.getByRole('button', { name: t('identity.submit', { name: 'Galaxy S22' }) });
  const confirmation = form.getByRole('textbox', { name: unmarked(t('identity.typed', { n: '1' })) });
  await serial.fill('4e7a9c21');
  await verb.click();
  await expect(form.getByText(t('identity.typedWrong', { n: '1' }))).toBeVisible();
  await confirmation.fill('1');
  await verb.click();
  await expect(form.getByText('三星的序列号应为：以 R 开头的 11 位数字和大写字母（不含 I、O）')).toBeVisible();
  expect(await bootId(member, name)).toBe(before.boot);
  await form.getByRole('button', { name: t('identity.random') }).click();
  await expect(serial).toHaveValue(/^R[0-9A-Z]{10}$/);
  const drawn = await serial.inputValue();
  await sound(page);
  await verb.click();

  const receipt = await openReceipt(page);
  const fields = receipt.getByRole('table');
  await expect(fields).toBeVisible();
  const part = (label: string) => fields.getByRole('row').filter({ has: page.getByRole('rowheader', { name: label }) });
  await expect(part('ro.product.model')).toContainText(`SM-S901B`);
  await expect(part('ro.product.model')).toContainText(t('identity.applied'));
  await expect(part('ro.soc.model')).toContainText(t('identity.unsupported'));
  await sound(page);
  // The phone says so too.
  expect(await prop(member, name, 'ro.product.brand')).toBe('samsung');
  expect(await prop(member, name, 'ro.product.model')).toBe('SM-S901B');
  expect(await prop(member, name, 'ro.serialno')).toBe(drawn);
  expect(await prop(member, name, 'ro.build.version.release')).toBe(before.android);
  expect(await androidId(member, name)).not.toBe(before.id);
  expect(await shell(member, name, 'cat /sdcard/Download/mine.txt')).toBe('mine');
  expect(await shell(member, name, 'pm list packages -3')).not.toContain(app);
  await receipt.getByRole('button', { name: t('common.close') }).click();
  await openPhone(page, name);
});

test(
  'two become new devices at once and keep their apps without their data, en-US, on a phone',
  SWEPT,
  async ({ browser, demo, complaints }) => {
    const t = wordsIn('en-US');
    const names = ['Twin 01', 'Twin 02'];
    const member = await demo.member(...names);
    const app = 'com.example.kept';
    const apk = makeApk(app, 'Kept', 1);
    for (const name of names) {
      await install(member.address(name), apk);
      await shell(member, name, `mkdir -p /data/data/${app}; echo signed-in > /data/data/${app}/session`);
    }
    const page = await onPhone(browser, demo.origin, 'en-US', complaints);
    await enter(page, 'en-US', member.account);
    for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).tap();
    await act(page, wordsIn('en-US')('actions.newDevice'));
    const form = dialog(page);
    await expect(form.getByText(t('identity.able'))).toHaveCount(2);
    await choose(page, t('identity.brand'), 'Google', 'Google');
    await choose(page, t('identity.model'), 'Pixel 6 Pro', 'Pixel 6 Pro');
    await form.getByRole('radio', { name: new RegExp(t('identity.keepApps')) }).check();
    await expect(form.getByText('the data and sign-ins of 2 apps')).toBeVisible();
    // Each gets the proxy of its line: what is wrong is said beside the line, and nothing begins.
    await form.getByText(t('identity.proxyUses.lines'), { exact: true }).tap();
    const lines = form.getByRole('textbox', { name: t('identity.lines') });
    const given = form.getByRole('list', { name: t('identity.linesGiven') }).getByRole('listitem');
    await lines.fill('http://owl:s%40sh@a.example:8080');
    await expect(given.nth(0)).toContainText(`${names[0]}`);
    await expect(given.nth(0)).toContainText('HTTP a.example:8080');
    await expect(form.getByText('Lines needed: 2, one for each phone. Lines given: 1')).toBeVisible();
    await lines.fill('http://owl:s%40sh@a.example:8080\nb.example:25:owl:open sesame');
    await expect(given.nth(1)).toContainText('The port has to be 1–65535, and not 25');
    await form.getByRole('textbox', { name: 'Type 2 to confirm' }).fill('2');
    await form.getByRole('button', { name: t('identity.submitMany', { n: '2', name: 'Pixel 6 Pro' }) }).click();
    await expect(form.getByText('Line 2: The port has to be 1–65535, and not 25')).toHaveCount(2);
    await expect(lines).toHaveAttribute('aria-invalid', 'true');
    await lines.fill('http://owl:s%40sh@a.example:8080\nb.example:1080:owl:open sesame');
    await expect(given.nth(1)).toContainText('SOCKS5 b.example:1080');
    await sound(page);
    await form.getByRole('button', { name: t('identity.submitMany', { n: '2', name: 'Pixel 6 Pro' }) }).click();
    const receipt = await openReceipt(page);
    await expect(receipt.getByRole('table')).toHaveCount(2);
    for (const proxy of ['HTTP a.example:8080', 'SOCKS5 b.example:1080']) {
      await expect(receipt.getByRole('row').filter({ hasText: 'http_proxy' }).filter({ hasText: proxy })).toHaveCount(
        1,
      );
    }
    await sound(page);
    const serials = new Set<string>();
    for (const name of names) {
      expect(await prop(member, name, 'ro.product.model')).toBe('Pixel 6 Pro');
      expect(await shell(member, name, 'pm list packages -3')).toContain(app);
      expect(await shell(member, name, 'ls /data/data')).not.toContain(app);
      serials.add(await prop(member, name, 'ro.serialno'));
    }
    expect(serials.size).toBe(2);
    await page.context().close();
  },
);

/** Opens the facts of a phone. */
async function facts(page: Page, language: 'zh-CN' | 'en-US', name: string) {
  const t = wordsIn(language);
  await page.getByRole('button', { name: t('actions.menu', { name }) }).click();
  await page.getByRole('menuitem', { name: t('list.details') }).click();
}

/** Answer that a phone gets of this server by a name that only its proxy knows; nothing while its proxy is on its way. */
const through = (member: Member, name: string, origin: string): Promise<string> =>
  shell(member, name, `curl http://beyond.example:${new URL(origin).port}/sandbox/address 2>/dev/null || true`);

test(
  'a new device has the proxy that was tried out, and loses it without being made anew, zh-CN',
  SWEPT,
  async ({ page, demo }) => {
    const t = wordsIn('zh-CN');
    const name = '代理 01';
    const member = await demo.member(name);
    await withPythonProxy('fruit-0418', 'open sesame', async (proxy) => {
      await enter(page, 'zh-CN', member.account);
      await select(page, name);
      await act(page, wordsIn('zh-CN')('actions.newDevice'));
      const form = dialog(page);
      await expect(form.getByText(t('identity.able'))).toBeVisible();
      await form.getByText(t('identity.proxyUses.new'), { exact: true }).click();
      await choose(page, t('identity.country'), '日本', '日本');
      await choose(page, t('identity.city'), 'Yoko', 'Yokohama');
      await form.getByRole('spinbutton', { name: t('identity.port') }).fill(proxy.port);
      const address = form.getByRole('textbox', { name: t('identity.address') });
      const verb = form.getByRole('button', { name: t('identity.proxyTest') });
      // An address of a private network, then a wrong password: each is said beside its field.
      await address.fill('10.0.0.1');
      await verb.click();
      await expect(form.getByText('代理须在公网上，不能是本机、内网或保留地址')).toBeVisible();
      await address.fill('127.0.0.1');
      await form.getByRole('textbox', { name: t('identity.username') }).fill('fruit-0418');
      const password = form.getByLabel(t('identity.password'));
      await password.fill('wrong');
      await verb.click();
      await expect(form.getByText('代理不接受这个用户名和密码')).toBeVisible();
      await password.fill('open sesame');
      await verb.click();
      await expect(form.getByText(`${t('identity.proxyExit')} 127.0.0.1`)).toBeVisible();
      await sound(page);
      await form.getByRole('textbox', { name: unmarked(t('identity.typed', { n: '1' })) }).fill('1');
      await form.getByRole('button', { name: new RegExp(`^${t('identity.submit', { name: '' }).trim()}`) }).click();

      const receipt = await openReceipt(page);
      const row = receipt.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'http_proxy' }) });
      await expect(row).toContainText(`SOCKS5 127.0.0.1:${proxy.port}`);
      await expect(row).toContainText(t('identity.applied'));
      await expect.poll(() => through(member, name, demo.origin)).toBe('127.0.0.1');
      expect(proxy.asked.at(-1)).toMatchObject({ protocol: 'SOCKS5', login: 'fruit-0418:open sesame', allowed: true });
      await receipt.getByRole('button', { name: t('common.close') }).click();

      // The phone's facts say that it has the proxy, when that was tested and what went through; it is taken off there without making the phone anew.
      const boot = await bootId(member, name);
      await facts(page, 'zh-CN', name);
      const told = dialog(page)
        .getByRole('definition')
        .filter({ hasText: `SOCKS5 127.0.0.1:${proxy.port}` });
      await expect(told).toContainText(t('identity.proxyInPlace'));
      const exit = { time: '', exit: '127.0.0.1', ms: '.+' };
      await expect(told).toContainText(new RegExp(t('identity.proxyTested', exit)));
      await expect(told).not.toContainText(new RegExp(t('identity.proxyMoved', { up: '0 B', down: '' })));
      await expect(told).not.toContainText('fruit-0418');
      await sound(page);
      await told.getByRole('button', { name: t('identity.proxyOff') }).click();
      await page
        .getByRole('dialog')
        .last()
        .getByRole('button', { name: t('identity.proxyOff') })
        .click();
      await expect(dialog(page).getByText(`SOCKS5 127.0.0.1:${proxy.port}`)).toHaveCount(0);
      await expect.poll(() => shell(member, name, 'settings get global http_proxy')).toBe('null');
      expect(await bootId(member, name)).toBe(boot);
    });
  },
);

test('proxies are given to two phones by lines, and that of one is changed without a restart, en-US, on a phone', async ({
  browser,
  demo,
  complaints,
}) => {
  const t = wordsIn('en-US');
  const name = 'Proxied 01';
  const second = 'Proxied 02';
  const member = await demo.member(name, second);
  await withPythonProxy('owl', 'open sesame', async (proxy) => {
    const page = await onPhone(browser, demo.origin, 'en-US', complaints);
    await enter(page, 'en-US', member.account);
    for (const each of [name, second]) await page.getByRole('checkbox', { name: `Select ${each}` }).tap();
    await act(page, t('actions.newDevice'));
    const form = dialog(page);
    await expect(form.getByText(t('identity.able'))).toHaveCount(2);
    await form.getByText(t('identity.proxyUses.lines'), { exact: true }).tap();
    const lines = form.getByRole('textbox', { name: t('identity.lines') });
    await lines.fill('http://owl:s%40sh@a.example:8080\nb.example:25:owl:open sesame');
    const given = form.getByRole('list', { name: t('identity.linesGiven') }).getByRole('listitem');
    await expect(given.nth(0)).toContainText('HTTP a.example:8080');
    await expect(given.nth(1)).toContainText('The port has to be 1–65535, and not 25');
    await sound(page);
    await form.getByRole('button', { name: t('common.cancel') }).tap();
    await page.getByRole('button', { name: t('form.discard'), exact: true }).tap();
    await expect(form).toHaveCount(0);

    await page.getByRole('checkbox', { name: `Select ${second}` }).tap();
    await act(page, t('actions.newDevice'));
    await expect(form.getByText(t('identity.able'))).toHaveCount(1);
    const boot = await bootId(member, name);
    await form.getByText(t('identity.proxyUses.new'), { exact: true }).tap();
    await choose(page, t('identity.country'), 'Japan', 'Japan');
    await choose(page, t('identity.city'), 'Yoko', 'Yokohama');
    await form.getByRole('combobox', { name: t('identity.protocol') }).click();
    await page.locator('.ant-select-item-option[title="HTTP"]').click();
    await form.getByRole('spinbutton', { name: t('identity.port') }).fill(proxy.port);
    await form.getByRole('textbox', { name: t('identity.address') }).fill('127.0.0.1');
    await form.getByRole('textbox', { name: t('identity.username') }).fill('owl');
    await form.getByLabel(t('identity.password')).fill('open sesame');
    await form.getByRole('button', { name: t('identity.proxyOnly') }).tap();
    await expect(form.getByText(`HTTP 127.0.0.1:${proxy.port}`)).toBeVisible();
    await expect(form.getByText('Japan · Yokohama')).toBeVisible();
    await sound(page);
    await expect.poll(() => through(member, name, demo.origin)).toBe('127.0.0.1');
    expect(proxy.asked.at(-1)).toMatchObject({ protocol: 'HTTP', login: 'owl:open sesame', allowed: true });
    expect(await bootId(member, name)).toBe(boot);
    await page.context().close();
  });
});
