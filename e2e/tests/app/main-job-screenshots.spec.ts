// The main job where the server has no screen server for phones: screenshots come, a finger and ASCII go.
import { test as base, type Demo, expect, type ServerOptions, signIn, withDemo } from '../../fixtures';
import { difference, ink, notes, openPhone, places, rotate, shot, tap } from '../../phone';
import { wordsIn } from '../../words';

const test = base.extend<object, ServerOptions & { demo: Demo }>({
  demo: [
    async ({ database }, use) => withDemo(database, use, { OWLDECK_SCRCPY_SERVER: 'none', OWLDECK_SIM_PHONES: '1' }),
    { scope: 'worker' },
  ],
});

test('a phone is seen by screenshots, tapped, written into and turned, and the page says so', async ({
  page,
  demo,
  complaints,
}) => {
  const t = wordsIn('zh-CN');
  const member = await demo.member('主力-01', '直播间');
  expect(complaints).toEqual([]);
  await signIn(page, member.account);
  // A canvas that was never drawn on has the width of 300 that HTML gives it.
  const drawn = () =>
    page
      .locator('article canvas')
      .evaluateAll((all) => all.filter((one) => (one as HTMLCanvasElement).width !== 300).length);
  await expect.poll(drawn, { message: 'the small pictures are drawn' }).toBeGreaterThan(1);

  await openPhone(page, '主力-01');
  await expect(page.getByRole('note')).toHaveText(t('play.stillsControl'));
  await expect(page.getByText(new RegExp(`p · ${t('play.decoderStills')}$`))).toBeVisible();
  const launcher = await shot(page);
  await tap(page, ...places.notesIcon);
  await expect.poll(async () => difference(launcher, await shot(page))).toBeGreaterThan(0.3);
  await tap(page, ...places.newNote);
  await expect.poll(async () => ink(await shot(page))).toBe(0);
  await page.keyboard.insertText('hello owl');
  await expect.poll(() => notes(member)).toContain('hello owl');
  await expect.poll(async () => ink(await shot(page)), { message: 'it is seen on the phone' }).toBeGreaterThan(40);
  await rotate(page, 'landscape');
  await rotate(page, 'portrait');

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('note')).toHaveText(t('play.stillsShort'));
});
