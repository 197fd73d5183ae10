// How a phone is looked at: above other windows, in its own size, in a window of its own, on a phone's screen; and what becomes of a phone that is switched off.
import { enter, enterElsewhere, spoken } from '../../account';
import { outOfReach, tooWide } from '../../fits';
import { expect, signIn, test } from '../../fixtures';
import { shell } from '../../operations';
import {
  blank,
  breakDown,
  difference,
  live,
  notes,
  openNote,
  openPhone,
  picture,
  pictureLost,
  shot,
  tap,
} from '../../phone';
import { openPhone as openStage } from '../../shell';
import { wordsIn } from '../../words';

for (const language of spoken('en-US')) {
  test(`a phone floats, grows and moves into a window of its own, and is whole on a small screen, ${language}`, async ({
    page,
    complaints,
    demo,
  }) => {
    const member = await demo.member('主力-01');
    const t = wordsIn(language);
    await enter(page, language, member.account);
    await openStage(page);
    await live(page);
    const rail = page.getByRole('toolbar', { name: t('play.sentTo') });
    const press = (key: string) => rail.getByRole('button', { name: t(`play.${key}`), exact: true }).click();

    const floats = () =>
      page.evaluate(() => (document.pictureInPictureElement as HTMLVideoElement | null)?.videoWidth ?? 0);
    await press('pip');
    await expect.poll(floats).toBe(720);
    await press('pip');
    await expect.poll(floats).toBe(0);

    await press('ownSize');
    await expect.poll(async () => (await picture(page).boundingBox())?.width).toBe(720);
    await press('ownSize');
    await expect.poll(async () => (await picture(page).boundingBox())?.width ?? 720).toBeLessThan(500);

    const panel = page.getByRole('complementary', { name: t('play.panel') });
    // The smallest desk, the most common laptops, a wall; the smallest phone and one on its side.
    for (const size of [
      '992x600',
      '1024x768',
      '1200x800',
      '1280x720',
      '1359x768',
      '2560x1440',
      '360x600',
      '390x844',
      '800x600',
    ]) {
      const [width = 0, height = 0] = size.split('x').map(Number);
      await page.setViewportSize({ width, height });
      await expect(page.getByRole('button', { name: t('play.more'), exact: true })).toHaveCount(width < 992 ? 1 : 0);
      await expect.poll(() => outOfReach(page), { message: size }).toEqual([]);
      if (width >= 992)
        await expect.poll(() => tooWide(panel.locator('.ant-tabs-nav-wrap')), { message: size }).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });

    await panel.getByRole('tab', { name: t('play.tab.tools') }).click();
    for (const words of ['clipboardShare', 'sound', 'soundRests'])
      await expect(panel.getByRole('switch', { name: t(`play.${words}`), exact: true })).toBeVisible();
    await panel.getByRole('tab', { name: t('play.tab.keys') }).click();
    await expect(panel.getByRole('switch', { name: t('play.keymap.title') })).toBeDisabled();
    await panel.getByRole('button', { name: t('play.keymap.add') }).click();
    await expect(panel.getByRole('button', { name: t('play.keymap.press') })).toBeVisible();
    await page.keyboard.press('q');
    await page
      .getByRole('button', { name: t('play.keymap.place', { key: 'Q' }) })
      .click({ position: { x: 60, y: 60 } });
    // The first key switches the mapping on; what is removed can be taken back.
    const mapping = panel.getByRole('switch', { name: t('play.keymap.title') });
    await expect(mapping).toBeChecked();
    const drop = panel.getByRole('button', { name: t('play.keymap.drop', { key: 'Q' }) });
    await drop.click();
    await expect(mapping).toBeDisabled();
    await page.getByRole('button', { name: t('play.keymap.undo') }).click();
    await expect(mapping).toBeChecked();
    await drop.click();
    await expect(mapping).toBeDisabled();

    const [own] = await Promise.all([page.waitForEvent('popup'), press('popOut')]);
    await live(own);
    await expect(page).not.toHaveURL(/play/);

    await own.setViewportSize({ width: 390, height: 844 });
    const row = own.getByRole('toolbar', { name: t('play.sentTo') });
    // The page takes its new shape in steps, and may be without a picture between them.
    let stands = await shot(own);
    const settled = async () => {
      const before = stands;
      stands = await shot(own);
      return before.width === stands.width && stands.width <= 390 && !blank(stands) ? difference(before, stands) : 1;
    };
    // Each leads somewhere else than where one was: to the recent apps, and home.
    for (const key of ['recents', 'home']) {
      await expect.poll(settled).toBeLessThan(0.01);
      await row.getByRole('button', { name: t(`play.${key}`) }).click();
      await expect.poll(async () => difference(stands, await shot(own))).toBeGreaterThan(0.1);
    }
    await row.getByRole('button', { name: t('play.more') }).click();
    const sheet = own.getByRole('dialog');
    for (const key of ['rotate', 'shot', 'clip', 'sound', 'fullscreen']) {
      await expect(sheet.getByRole('button', { name: t(`play.${key}`), exact: true }).first()).toBeVisible();
    }
    await expect(sheet.getByText(t('play.quality'), { exact: true })).toBeVisible();
    expect(await own.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await own.close();
    expect(complaints).toEqual([]);
  });
}

test("a phone that lets nobody touch it tells its maker's switch and is only looked at, until it is opened anew", async ({
  page,
  demo,
}) => {
  const t = wordsIn('zh-CN');
  const member = await demo.member('直播间');
  await signIn(page, member.account);
  await openPhone(page, '直播间');
  const rail = page.getByRole('toolbar', { name: t('play.sentTo') });
  await shell(member, '直播间', 'setprop owl.fault no-uhid');
  await rail.getByRole('button', { name: t('play.volumeUp') }).click();
  await expect(page.getByText('设备禁止模拟点击')).toBeVisible();
  await expect(rail.getByRole('button', { name: t('play.volumeUp') })).toBeHidden();
  await expect(page.locator('[title*="设备禁止模拟点击"]')).toHaveText(t('play.viewOnly'));
  await expect(page.getByText(t('play.live'), { exact: true })).toBeVisible();
  await shell(member, '直播间', 'setprop owl.fault none');
  await page.reload();
  await live(page);
  await expect(rail.getByRole('button', { name: t('play.volumeUp') })).toBeVisible();
});

test('a phone that forbids injecting is touched by virtual devices, and the page says so', async ({ page, demo }) => {
  const t = wordsIn('zh-CN');
  const member = await demo.member('备用-04');
  await signIn(page, member.account);
  await openPhone(page, '备用-04');
  await shell(member, '备用-04', 'setprop owl.fault no-input');
  const rail = page.getByRole('toolbar', { name: t('play.sentTo') });
  await rail.getByRole('button', { name: t('play.volumeUp') }).click();
  await expect(page.getByRole('note').filter({ hasText: 'UHID' })).toBeVisible();
  await openNote(page);
  await tap(page, 0.5, 0.3);
  await page.keyboard.type('by hid');
  await expect.poll(() => notes(member)).toContain('by hid');
});

test('a phone that loses its picture says so until it is back; one that is switched off ends its session in words and in a report, and opens again', async ({
  page,
  request,
  demo,
}) => {
  const t = wordsIn('zh-CN');
  const member = await demo.member('直播间');
  await signIn(page, member.account);
  await openPhone(page, '直播间');
  const killed = pictureLost(page);
  await shell(member, '直播间', 'setprop owl.fault killed; sleep 1; setprop owl.fault none');
  await killed;
  await live(page);
  // And the whole phone.
  const broken = pictureLost(page);
  await breakDown(member, '直播间', 1_000);
  await broken;
  await live(page);
  const { accessToken } = await enterElsewhere(request, member.account, 'PC');
  const phoneId = member.phoneId('直播间');
  const order = async (what: string) => {
    const answer = await request.post(`/app-api/infra/cacloud/${what}`, {
      data: { phoneId },
      headers: { authorization: `Bearer ${accessToken}`, terminal: 'PC' },
    });
    expect((await answer.json()).code).toBe(0);
  };
  const reported = page.waitForRequest(/updPhoneSessionError/);
  await order('shutDownInstanceAsync');
  const told = (await reported).postDataJSON() as { reason: string; words: string };
  expect(['offline', 'streamLeft', 'notRetrieved', 'status']).toContain(told.reason);
  expect(told.words).toContain('Mozilla');
  await expect(
    page.getByRole('alert').filter({ has: page.getByRole('button', { name: t('play.backToList') }) }),
  ).toBeVisible();
  const again = page.getByRole('button', { name: t('play.retry') });
  await expect(again).toBeVisible();
  await order('powerOnInstanceAsync');
  await expect
    .poll(
      async () => {
        if (await again.isVisible()) await again.click();
        return page.getByText(t('play.live'), { exact: true }).isVisible();
      },
      { intervals: [1_000] },
    )
    .toBe(true);
});
