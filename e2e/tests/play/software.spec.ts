// On a page without https there is no VideoDecoder and no audio worklet: the page says which decoder is at work and why, and whatever a member
// does with a phone is done all the same.
import { spawnSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { atNetworkAddress, elsewhere, REMARK } from '../../elsewhere';
import { test as base, expect, expectToast, signInByForm } from '../../fixtures';
import { shell } from '../../operations';
import {
  breakDown,
  compose,
  difference,
  live,
  notes,
  openGallery,
  openNote,
  openPhone,
  pictureLost,
  places,
  railOf,
  shot,
  spread,
  tap,
  turnSoundOn,
  turnUnderFinger,
} from '../../phone';
import { SWEEP, SWEPT, TIMED } from '../../sweep';
import { wordsIn } from '../../words';

const t = wordsIn('zh-CN');
const test = base.extend({ baseURL: async ({ demo }, use) => use(elsewhere(demo.origin)) });
test.use(atNetworkAddress);
test.beforeEach(({ allowed }) => void allowed.push(REMARK));

/** Cuts the page off and connects it again: it says that it tries to come back, until the phone is seen. */
async function cutOff(page: Page): Promise<void> {
  const lost = page.getByRole('status').filter({ hasText: new RegExp(t('play.reconnecting', { attempt: '\\d+' })) });
  await page.context().setOffline(true);
  await expect(lost).toBeVisible();
  await page.context().setOffline(false);
  await expect(lost).toBeHidden();
  await live(page);
}

test(
  'without VideoDecoder a phone is recorded and heard, its quality changed, and seen again after a cut',
  TIMED,
  async ({ page, demo }) => {
    const member = await demo.member('备用-04');
    await signInByForm(page, member.account);
    await openPhone(page, '备用-04');
    expect(await page.evaluate(() => typeof VideoDecoder)).toBe('undefined');
    await expect(page.getByTitle(t('play.whyInsecure'))).toContainText(t('play.decoderWasm'));
    const rail = railOf(page, t);
    await rail.getByRole('button', { name: t('play.clip') }).click();
    await expect(page.getByText(/^\d:\d\d · .*[KM]B$/)).toBeVisible();
    await tap(page, ...places.notesIcon);
    await page.getByText('流畅', { exact: true }).click();
    await expect(page.getByText(/^360p/)).toBeVisible();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      rail.getByRole('button', { name: t('play.clipEnd') }).click(),
    ]);
    const args = [
      '-v',
      'error',
      '-count_frames',
      '-show_entries',
      'stream=codec_name,nb_read_frames',
      '-of',
      'json',
      await download.path(),
    ];
    const probe = spawnSync('ffprobe', args, { encoding: 'utf8' });
    expect(probe.stderr, 'the change of the size is no fault of the file').toBe('');
    const [stream] = JSON.parse(probe.stdout).streams;
    expect(stream.codec_name).toBe('h264');
    expect(Number(stream.nb_read_frames)).toBeGreaterThan(2);

    await cutOff(page);
    const before = await shot(page);
    await rail.getByRole('button', { name: t('play.home'), exact: true }).click();
    await expect.poll(async () => difference(before, await shot(page))).toBeGreaterThan(0.3);

    await shell(member, '备用-04', 'setprop owl.sound 440');
    expect(await page.evaluate(() => 'audioWorklet' in BaseAudioContext.prototype)).toBe(false);
    const { apart } = await turnSoundOn(page, 'zh-CN');
    await expect.poll(apart).toBeGreaterThanOrEqual(0);
    // A stop-watch is for a machine that does nothing else.
    if (!SWEEP) return;
    const seen: number[] = [];
    const look = async () => seen.push(await apart());
    await expect.poll(look, { intervals: [400] }).toBeGreaterThanOrEqual(10);
    const heard = seen.filter((ms) => !Number.isNaN(ms));
    expect(heard.length, 'heard, not silent').toBeGreaterThan(4);
    expect(Math.max(...heard), String(seen)).toBeLessThan(100);
  },
);

test(
  'without VideoDecoder any input method writes, and texts go both ways as far as the browser lets them',
  SWEPT,
  async ({ page, demo }) => {
    const member = await demo.member('直播间');
    await signInByForm(page, member.account);
    await openPhone(page, '直播间');
    expect(await page.evaluate(() => typeof VideoDecoder)).toBe('undefined');
    await compose(page, member, '你好👍');

    // Such a page may neither write nor read the clipboard by itself: it says so, and shows what came.
    await page.getByRole('tab', { name: t('play.tab.tools') }).click();
    await expect(page.getByRole('switch', { name: t('play.clipboardShare') })).toBeChecked();
    await tap(page, 0.5, 0.3);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    await expectToast(page, t('play.clipboardFailed'));
    await expect(page.getByRole('note', { name: t('play.clipboardCopied') })).toHaveText('你好👍');
    await railOf(page, t)
      .getByRole('button', { name: t('play.clipboardSend') })
      .click();
    await expectToast(page, t('play.clipboardUnread'));
    // Text that the member pastes goes to the phone.
    await page.getByRole('textbox', { name: t('play.textField') }).evaluate((field) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', '猫头鹰 owl');
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await expect.poll(() => notes(member).join('|')).toContain('猫头鹰 owl');
  },
);

test(
  'without VideoDecoder two fingers pinch, a turn lets a finger go, and a lost connection and a broken phone come back',
  SWEPT,
  async ({ page, demo }) => {
    const member = await demo.member('短视频-02');
    await signInByForm(page, member.account);
    await openPhone(page, '短视频-02');
    expect(await page.evaluate(() => typeof VideoDecoder)).toBe('undefined');
    const launcher = await shot(page);
    const atHome = () => expect.poll(async () => difference(launcher, await shot(page))).toBeLessThan(0.05);
    await openGallery(page, member, '短视频-02');
    const fitted = await shot(page);
    await spread(page);
    await expect.poll(async () => difference(fitted, await shot(page))).toBeGreaterThan(0.15);

    await turnUnderFinger(page, member, '短视频-02');
    const home = railOf(page, t).getByRole('button', { name: t('play.home'), exact: true });
    await home.click();
    await atHome();
    // No finger is left on it: the next one is a tap.
    await openNote(page);
    await home.click();
    await atHome();

    await cutOff(page);
    await atHome();

    const broken = pictureLost(page);
    await breakDown(member, '短视频-02', 1_000);
    await broken;
    await live(page);
    await atHome();
    await openNote(page);
  },
);
