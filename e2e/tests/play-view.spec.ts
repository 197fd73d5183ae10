// How a phone is looked at: above other windows, in its own size, in a window of its own, on a phone's screen; and what becomes of a phone that is switched off.
import { enter, enterElsewhere, languages } from '../account';
import { expect, FIRST_MEMBER, signIn } from '../fixtures';
import { shell, test } from '../operations';
import { difference, live, openPhone, picture, shot } from '../phone';
import { openPhone as openStage, say } from '../shell';

const PATIENT = { timeout: 30_000 };

for (const language of languages) {
  test(`a phone floats, grows and moves into a window of its own, and is whole on a small screen, ${language}`, async ({
    page,
    complaints,
  }) => {
    const t = say(language, 'play');
    await enter(page, language);
    await openStage(page);
    await live(page);
    const rail = page.getByRole('toolbar', { name: t('play.sentTo') });
    const press = (key: string) => rail.getByRole('button', { name: t(`play.${key}`), exact: true }).click();

    const floats = () =>
      page.evaluate(() => (document.pictureInPictureElement as HTMLVideoElement | null)?.videoWidth ?? 0);
    await press('pip');
    await expect.poll(floats, PATIENT).toBe(720);
    await press('pip');
    await expect.poll(floats, PATIENT).toBe(0);

    await press('ownSize');
    await expect.poll(async () => (await picture(page).boundingBox())?.width, PATIENT).toBe(720);
    await press('ownSize');
    await expect.poll(async () => (await picture(page).boundingBox())?.width ?? 720, PATIENT).toBeLessThan(500);

    const panel = page.getByRole('complementary', { name: t('play.panel') });
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
    await panel.getByRole('switch', { name: t('play.keymap.title') }).click();
    await panel.getByRole('button', { name: t('play.keymap.drop', { key: 'Q' }) }).click();
    await expect(panel.getByRole('switch', { name: t('play.keymap.title') })).toBeDisabled();

    const [own] = await Promise.all([page.waitForEvent('popup'), press('popOut')]);
    await live(own);
    await expect(page).not.toHaveURL(/play/);

    await own.setViewportSize({ width: 390, height: 844 });
    const row = own.getByRole('toolbar', { name: t('play.sentTo') });
    // The page takes its new shape in steps.
    let launcher = await shot(own);
    const settled = async () => {
      const before = launcher;
      launcher = await shot(own);
      return before.width === launcher.width && launcher.width <= 390 ? difference(before, launcher) : 1;
    };
    await expect.poll(settled, PATIENT).toBeLessThan(0.01);
    await row.getByRole('button', { name: t('play.recents') }).click();
    await expect.poll(async () => difference(launcher, await shot(own)), PATIENT).toBeGreaterThan(0.1);
    await row.getByRole('button', { name: t('play.home') }).click();
    await expect.poll(async () => difference(launcher, await shot(own)), PATIENT).toBeLessThan(0.05);
    await row.getByRole('button', { name: t('play.more') }).click();
    const sheet = own.getByRole('dialog');
    for (const key of ['volumeUp', 'power', 'shot', 'clip', 'fullscreen']) {
      await expect(sheet.getByRole('button', { name: t(`play.${key}`), exact: true }).first()).toBeVisible();
    }
    await sheet.getByRole('tab', { name: t('play.tab.tools') }).click();
    await expect(sheet.getByText(t('play.quality'), { exact: true })).toBeVisible();
    expect(await own.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await own.close();
    expect(complaints).toEqual([]);
  });
}

test('a phone that loses its picture says so until it is back; one that is switched off ends its session in words and in a report, and opens again', async ({
  page,
  request,
  demo,
}) => {
  await signIn(page);
  await openPhone(page, '直播间');
  // Watched from within the page: a phone that is killed again and again is given up soon, whatever this test does meanwhile.
  const lost = page.waitForFunction(() => document.body.innerText.includes('云手机画面中断，正在恢复'), null, PATIENT);
  await shell(demo, '直播间', 'setprop owl.fault killed; sleep 1; setprop owl.fault none');
  await lost;
  await expect(page.getByText('实时', { exact: true })).toBeVisible(PATIENT);
  const { accessToken } = await enterElsewhere(request, FIRST_MEMBER, 'PC');
  const phoneId = Number(new URL(page.url()).searchParams.get('phoneId'));
  const order = async (what: string) => {
    const answer = await request.post(`/app-api/infra/cacloud/${what}`, {
      data: { phoneId },
      headers: { authorization: `Bearer ${accessToken}`, terminal: 'PC' },
    });
    expect((await answer.json()).code).toBe(0);
  };
  const reported = page.waitForRequest(/updPhoneSessionError/, PATIENT);
  await order('shutDownInstanceAsync');
  const told = (await reported).postDataJSON() as { reason: string; words: string };
  expect(['offline', 'streamLeft', 'notRetrieved', 'status']).toContain(told.reason);
  expect(told.words).toContain('Mozilla');
  await expect(page.getByRole('alert').filter({ has: page.getByRole('button', { name: '返回列表' }) })).toBeVisible(
    PATIENT,
  );
  const again = page.getByRole('button', { name: '重新打开' });
  await expect(again).toBeVisible();
  await order('powerOnInstanceAsync');
  await expect
    .poll(
      async () => {
        if (await again.isVisible()) await again.click();
        return page.getByText('实时', { exact: true }).isVisible();
      },
      { timeout: 45_000, intervals: [1_000] },
    )
    .toBe(true);
});
