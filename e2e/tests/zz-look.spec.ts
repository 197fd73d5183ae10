import { enterIn, go, dresses, wardrobe, say } from '../shell';
import { enterElsewhere } from '../account';
import { expect, PASSWORD, test, timed, listen } from '../fixtures';
import { install } from '../adb';
import { makeApk, makeOthersApk } from '../apk';
import { act, select, shell } from '../operations';
import { live } from '../phone';

const OUT = '/tmp/apps-look';
const DAY_S = 86400;
const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 }, mid: { width: 1100, height: 800 } } as const;

timed('notices look', async ({ browser, demo, request }) => {
  timed.setTimeout(600_000);
  const names = ['直播间', '短视频-02', '备用-04', '主力-01', '农场 03', '夜班-05'];
  const member = await demo.member(...names.map((name) => [name, 5] as const), ['长租', 90]);
  await demo.seed({ operators: [{ userName: 'looker', password: PASSWORD, permissions: ['*:*:*'] }] });
  await demo.later(2 * DAY_S + 60);
  const { accessToken } = await enterElsewhere(request, 'looker', 'APP');
  const post = async (call: string, data: object) => {
    const answer = await request.post(`/admin-api/announcement/${call}`, { headers: { authorization: `Bearer ${accessToken}` }, data });
    const body = await answer.json();
    expect(body.code, body.msg).toBe(0);
    return body.data as { id: number };
  };
  const list = await (await request.get('/app-api/trade/order/configurations', { headers: { authorization: `Bearer ${accessToken}` } })).json().catch(() => null);
  console.log(JSON.stringify(list)?.slice(0, 300));
  const conf = await (await request.post('/app-api/trade/phone/app-page', { headers: { authorization: `Bearer ${(await enterElsewhere(request, member.account, 'APP')).accessToken}` }, data: {} })).json();
  const configurationId = conf.data.list[0].configurationId;
  const base = { contentType: 2, titleZh: '广州机房 11-22 02:00–04:00 维护', titleEn: 'Guangzhou hosts rest on Nov 22, 02:00–04:00', contentZh: '<p>主机软件升级到 14，云手机会暂停，结束后自动恢复，租期顺延 2 小时。</p>', contentEn: '<p>Host software moves to version 14. Phones there pause, keep everything they hold and wake up by themselves.</p>', popFrequency: 1, popPriority: 10, subAccounts: true, configurationId, memberIds: [] };
  for (const [msgType, audience] of [[3, 3], [4, 1], [2, 1], [1, 3]] as const) {
    const { id } = await post('create', { ...base, msgType, audience, titleEn: msgType === 4 ? 'Double points this week' : base.titleEn, titleZh: msgType === 4 ? '本周双倍积分' : base.titleZh });
    await post('publish', { id });
  }
  for (const [language, theme] of [['zh-CN', 'light'], ['en-US', 'dark']] as const) {
    for (const [name, viewport] of Object.entries(sizes)) {
      const context = await browser.newContext({ baseURL: demo.origin, viewport, reducedMotion: 'reduce', colorScheme: theme });
      const page = await context.newPage();
      const complaints: string[] = [];
      listen(page, complaints);
      const dress = { language, wide: name !== 'phone', viewport, where: '' };
      await enterIn(page, dress, member.account);
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.waitForTimeout(3000);
      await page.screenshot({ path: `${OUT}/popup-${theme}-${name}.png` });
      await page.keyboard.press('Escape');
      await page.waitForTimeout(800);
      await page.screenshot({ path: `${OUT}/popup4-${theme}-${name}.png` });
      await page.keyboard.press('Escape');
      await page.waitForTimeout(500);
      await page.screenshot({ path: `${OUT}/list-${theme}-${name}.png` });
      await page.goto('/app/notice');
      await page.waitForTimeout(4000);
      await page.screenshot({ path: `${OUT}/notices-${theme}-${name}.png` });
      await page.getByRole('list').getByRole('listitem').filter({ hasText: /到期|ends/ }).first().getByRole('button').first().click();
      await page.waitForTimeout(4000);
      await page.screenshot({ path: `${OUT}/notice-${theme}-${name}.png` });
      await page.goto('/app/setting/customer');
      await page.waitForTimeout(1000);
      await page.screenshot({ path: `${OUT}/customer-${theme}-${name}.png` });
      console.log(theme, name, JSON.stringify(complaints));
      await context.close();
      const ops = await browser.newContext({ baseURL: demo.origin, viewport, reducedMotion: 'reduce', colorScheme: theme });
      const op = await ops.newPage();
      await enterIn(op, dress, 'looker', '/app/operator/announcements');
      await op.waitForTimeout(2500);
      await op.screenshot({ path: `${OUT}/ops-${theme}-${name}.png` });
      if (name === 'mid') {
        await op.keyboard.press('Escape'); await op.keyboard.press('Escape'); await op.keyboard.press('Escape');
        await op.getByRole('button', { name: /^(运营|Operate|Operations)$/ }).click({ timeout: 5000 }).catch((e) => console.log('no entry', String(e).slice(0, 200)));
        await op.waitForTimeout(600);
        await op.screenshot({ path: `${OUT}/opsmenu-${theme}-${name}.png` });
        await op.keyboard.press('Escape');
      }
      await ops.close();
    }
  }
});

test('apps look', async ({ browser, demo }) => {
  test.setTimeout(900_000);
  const names = Array.from({ length: 34 }, (_, n) => `群-${String(n + 1).padStart(2, '0')}`);
  const member = await demo.member(...names);
  const [first, second, third] = [makeApk('org.example.ledger', '账本', 3), makeApk('org.example.maps', '云地图', 2), makeOthersApk('org.example.maps', '云地图', 1)];
  await Promise.all(names.slice(0, 9).map(async (name, n) => {
    await install(member.address(name), first);
    if (n < 4) await install(member.address(name), n < 2 ? second : third);
  }));
  await demo.seed({ operators: [{ userName: 'looker2', password: PASSWORD, permissions: ['*:*:*'] }] });
  {
    const page = await (await browser.newContext({ baseURL: demo.origin, viewport: sizes.desk })).newPage();
    await enterIn(page, dresses[0]!, 'looker2');
    await go(page, '/operator/market');
    const t = say('zh-CN', 'market');
    await page.getByRole('button', { name: t('market.add') }).first().click();
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles({ name: 'maps.apk', mimeType: 'application/octet-stream', buffer: makeApk('org.example.maps', '云地图', 5) });
    await page.getByRole('dialog').getByLabel(`${t('market.name')} · ${t('market.english')}`).fill('Maps');
    await page.waitForTimeout(3000);
    await page.getByRole('dialog').getByRole('button', { name: t('market.submit') }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.context().close();
  }
  for (const [language, theme] of [['zh-CN', 'light'], ['en-US', 'dark']] as const) {
    for (const [name, viewport] of [['desk', sizes.desk], ['phone', sizes.phone]] as const) {
      const context = await browser.newContext({ baseURL: demo.origin, viewport, reducedMotion: 'reduce', colorScheme: theme });
      const page = await context.newPage();
      const complaints: string[] = [];
      listen(page, complaints);
      const dress = { language, wide: name !== 'phone', viewport, where: '' };
      const words = say(language, 'operations', 'apps', 'play', 'group', 'phones');
      await enterIn(page, dress, member.account);
      if (name === 'desk') {
        await page.waitForTimeout(3000);
        await select(page, ...names.slice(0, 9));
        await act(page, words('actions.manageApps'));
        await page.waitForTimeout(6000);
        await page.screenshot({ path: `${OUT}/apps9-${theme}.png` });
        await page.getByRole('dialog').getByText(words('apps.market')).click();
        await page.waitForTimeout(1500);
        await page.screenshot({ path: `${OUT}/apps9-market-${theme}.png` });
      }
      await page.goto(`/app/play?phoneId=${member.phoneId('群-03')}`);
      await live(page);
      if (name === 'phone') await page.getByRole('button', { name: words('play.more') }).click();
      await page.getByRole('tab', { name: words('play.tab.apps') }).click();
      await page.waitForTimeout(3000);
      await page.screenshot({ path: `${OUT}/play-apps-${theme}-${name}.png` });
      await page.getByText(words('apps.market'), { exact: true }).click();
      await page.waitForTimeout(1500);
      await page.screenshot({ path: `${OUT}/play-market-${theme}-${name}.png` });
      await page.goto('/app/uploadRecords');
      await page.waitForTimeout(1500);
      await page.screenshot({ path: `${OUT}/records-${theme}-${name}.png` });
      console.log(theme, name, JSON.stringify(complaints));
      await context.close();
    }
  }
  // All of 34.
  const context = await browser.newContext({ baseURL: demo.origin, viewport: sizes.desk, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const complaints: string[] = [];
  listen(page, complaints);
  await enterIn(page, dresses[0]!, member.account);
  const ids = names.map((name) => member.phoneId(name));
  await page.goto(`/app/groupControl?ids=${ids.join(',')}&master=${ids[0]}`);
  await live(page);
  await page.waitForTimeout(5000);
  const t = say('zh-CN', 'group', 'apps', 'uploads');
  await page.getByRole('button', { name: t('group.install'), exact: true }).click();
  const push = page.getByRole('dialog', { name: t('uploads.title') });
  await push.locator('input[type=file]').setInputFiles({ name: 'crew.apk', mimeType: 'application/octet-stream', buffer: makeApk('org.example.crew', '同步', 3) });
  await push.getByRole('button', { name: t('uploads.installStart', { count: '34' }) }).click();
  const receipt = page.locator('.ant-drawer').filter({ has: page.getByRole('button', { name: 'CSV' }) });
  await expect(receipt).toBeVisible();
  await page.waitForTimeout(2000);
  await page.screenshot({ path: `${OUT}/group-receipt.png` });
  for (const name of names) await expect.poll(() => shell(member, name, 'pm list packages -3'), { timeout: 240_000 }).toContain('org.example.crew');
  await page.waitForTimeout(3000);
  await page.screenshot({ path: `${OUT}/group-receipt-done.png` });
  await receipt.getByRole('button', { name: /^(关闭|Close)$/ }).click();
  await page.getByRole('button', { name: t('group.apps'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t('apps.title') });
  await expect(dialog.getByText('34 / 34')).toBeVisible({ timeout: 60_000 });
  await page.waitForTimeout(4000);
  await page.screenshot({ path: `${OUT}/group-apps.png` });
  await dialog.getByRole('checkbox', { name: t('apps.select', { name: '同步' }) }).check();
  await dialog.getByRole('button', { name: t('apps.startN', { n: '34' }) }).click();
  for (const name of names) await expect.poll(() => shell(member, name, 'pidof org.example.crew || true'), { timeout: 240_000 }).not.toBe('');
  await page.waitForTimeout(3000);
  await page.screenshot({ path: `${OUT}/group-started.png` });
  console.log('group', JSON.stringify(complaints));
});
