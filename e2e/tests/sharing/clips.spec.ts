// A clip behind an owner's link: recorded at the phone, sent, shared, watched by somebody without an account, sought, ended.
import { enter } from '../../account';
import { expect, type Member, PASSWORD, test } from '../../fixtures';
import { createLink, endLink, visit } from '../../links';
import { dialog } from '../../operations';
import { openPhone, tap } from '../../phone';
import { go, sound } from '../../shell';
import { wordsIn } from '../../words';

const NAME = '主力-01';

test('a recording is shared by link, and ends while somebody watches it', async ({
  page,
  browser,
  demo,
  complaints,
}) => {
  const t = wordsIn('zh-CN');
  const owner: Member = await demo.member(NAME);
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, 'zh-CN', owner.account, PASSWORD, '/app/index');
  await openPhone(page, NAME);
  const rail = page.getByRole('toolbar', { name: t('play.sentTo') });
  await rail.getByRole('button', { name: t('play.clip'), exact: true }).click();
  await expect(page.getByText(/^\d:\d\d · .*[KM]B$/)).toBeVisible();
  await tap(page, 0.5, 0.9);
  await expect(page.getByText(/^(0:0[2-9]|0:[1-5]\d|[1-9]:\d\d) · .*[KM]B$/)).toBeVisible();
  await rail.getByRole('button', { name: t('play.clipEnd'), exact: true }).click();
  await page.getByRole('button', { name: t('play.clipLink') }).click();
  await expect(dialog(page).getByText(t('links.clipText'))).toBeVisible();
  await sound(page);
  const link = await createLink(page, 'shareVideo');
  await page.screenshot({ path: test.info().outputPath('made.png') });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const e = wordsIn('en-US');
  const guest = await visit(browser, link, complaints);
  await expect(guest).toHaveTitle(new RegExp(e('links.clip')));
  await expect(guest.getByText(NAME)).toHaveCount(0);
  const scrubber = guest.getByRole('slider', { name: e('links.scrubber') });
  const at = async () => Number(await scrubber.getAttribute('aria-valuenow'));
  const length = async () => Number(await scrubber.getAttribute('aria-valuemax'));
  await expect.poll(length).toBeGreaterThan(1.5);
  await guest.screenshot({ path: test.info().outputPath('opened.png') });
  // A visitor's frame is dark, whatever the system asks for.
  await sound(guest, 'chosen');
  await guest.locator('video').evaluate((video: HTMLVideoElement) => {
    video.muted = true;
    // At its own pace a clip of two seconds may be over before it is paused.
    video.playbackRate = 0.1;
  });
  await guest
    .getByRole('button', { name: e('links.play') })
    .first()
    .click();
  await expect.poll(at).toBeGreaterThan(0.2);
  await guest.getByRole('button', { name: e('links.pause') }).click();
  // To its end and back, by the keys.
  await guest.keyboard.press('End');
  await expect.poll(async () => (await length()) - (await at())).toBeLessThan(0.2);
  await guest.keyboard.press('Home');
  await expect.poll(at).toBe(0);
  await guest.screenshot({ path: test.info().outputPath('sought.png') });

  // The owner sees that somebody watches, and ends the link.
  await go(page, '/empowerPhoneList?tab=links');
  const row = page.getByRole('row').filter({ hasText: '.mp4' });
  await expect(row).toContainText(t('links.clip'));
  await expect(row).toContainText('1 / 20');
  await page.screenshot({ path: test.info().outputPath('list.png') });
  await sound(page);
  await endLink(page, row, guest);
  await expect(guest.locator('video')).toHaveCount(0);
  await guest.context().close();
});
