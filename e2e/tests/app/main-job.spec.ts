// The main job, end to end: sign in, see my phones, write 你好 into one, and somebody else sees it.
import { lend } from '../../account';
import { expect, signIn, signInByForm, test } from '../../fixtures';
import { difference, ink, live, notes, openPhone, picture, places, shot, tap, writeNote } from '../../phone';
import { daily, TIMED } from '../../sweep';
import { wordsIn } from '../../words';

test(
  'a new user signs in, opens a phone and writes 你好 into its notes; a second browser sees the same picture @pg',
  TIMED,
  async ({ page, another, demo }) => {
    const member = await demo.member('主力-01');
    await signInByForm(page, member.account);
    await expect(page.getByRole('article')).toHaveCount(1);
    await openPhone(page, '主力-01');
    const empty = await writeNote(page, member, '你好');
    await expect.poll(async () => difference(empty, await shot(page))).toBeLessThan(0.1);

    const guest = await another();
    const { account: viewer } = await demo.member();
    await lend(demo, member, '主力-01', viewer, 'view');
    await signIn(guest, viewer);
    await openPhone(guest, '主力-01');
    await expect(guest.getByText(wordsIn('zh-CN')('play.viewOnly')).first()).toBeVisible();
    await expect.poll(async () => difference(await shot(page), await shot(guest))).toBeLessThan(0.02);

    const before = ink(await shot(guest));
    await page.keyboard.type('owl');
    await expect
      .poll(async () => ink(await shot(guest)), {
        timeout: daily(60_000, 1_000),
        intervals: [50],
        message: 'the second browser sees it, in a sweep within a second',
      })
      .toBeGreaterThan(before + 40);
    await expect.poll(() => notes(member)).toContain('你好owl');

    // A viewer's finger changes nothing.
    const seen = await shot(guest);
    await tap(guest, ...places.newNote);
    await page.keyboard.type('!');
    await expect.poll(() => notes(member)).toContain('你好owl!');
    await expect
      .poll(async () => ink(await shot(guest)), { message: 'what came after it is seen' })
      .toBeGreaterThan(ink(seen));
    expect(difference(seen, await shot(guest))).toBeLessThan(0.02);
  },
);

test('a cut connection resumes by itself, with the same phone and the same note', async ({ page, context, demo }) => {
  const member = await demo.member('选品 A');
  await signIn(page, member.account);
  await openPhone(page, '选品 A');
  const launcher = await shot(page);
  await tap(page, ...places.notesIcon);
  await expect.poll(async () => difference(launcher, await shot(page))).toBeGreaterThan(0.3);
  const before = await shot(page);
  await context.setOffline(true);
  const reconnecting = new RegExp(wordsIn('zh-CN')('play.reconnecting', { attempt: '\\d+' }));
  await expect(page.getByRole('status').filter({ hasText: reconnecting })).toBeVisible();
  await expect(picture(page)).toBeVisible();
  // The last picture stays, greyed.
  const canvas = picture(page).locator('canvas');
  await expect(canvas).toHaveCSS('filter', 'grayscale(1) brightness(0.5)');
  await expect(canvas).toHaveCSS('opacity', '1');
  await context.setOffline(false);
  await expect(page.getByRole('status').filter({ hasText: reconnecting })).toBeHidden();
  await live(page);
  await expect(canvas).toHaveCSS('filter', 'none');
  await expect.poll(async () => difference(before, await shot(page))).toBeLessThan(0.05);
});
