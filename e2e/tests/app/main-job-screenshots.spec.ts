// The main job where the server has no screen server for phones: screenshots come, a finger and ASCII go.
import { test as base, type Demo, expect, type ServerOptions, signIn, withDemo } from '../../fixtures';
import { drawnCards, openPhone, rotate, writeNote } from '../../phone';
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
  await expect.poll(() => drawnCards(page), { message: 'the small pictures are drawn' }).toBeGreaterThan(1);

  await openPhone(page, '主力-01');
  await expect(page.getByRole('note')).toHaveText(t('play.stillsControl'));
  await expect(page.getByText(new RegExp(`p · ${t('play.decoderStills')}$`))).toBeVisible();
  await writeNote(page, member, 'hello owl');
  await rotate(page, 'landscape');
  await rotate(page, 'portrait');

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('note')).toHaveText(t('play.stillsShort'));
});
