// Actions of a member on an open phone beyond tapping: writing by an input method, pinching, copying, recording, listening, changing the quality.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Download, Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { enter, lend, spoken } from '../../account';
import { expect, expectToast, type Member, SECOND_MEMBER, signIn, test } from '../../fixtures';
import { shell } from '../../operations';
import {
  compose,
  difference,
  notes,
  openGallery,
  openNote,
  openPhone,
  picture,
  places,
  railOf,
  rotate,
  shot,
  soundWords,
  spread,
  tap,
  turnSoundOn,
  turnUnderFinger,
} from '../../phone';
import { go } from '../../shell';
import { daily, TIMED } from '../../sweep';
import { type Translate, wordsIn } from '../../words';

/** How far the sound may be from its picture. Every day it is enough that the page tells; a stop-watch is for a machine that does nothing else. */
const LATE_MS = daily(60_000, 100);

/** How bright a picture is on the whole, 0 to 255. */
function brightness(of: PNG): number {
  let sum = 0;
  for (let i = 0; i < of.data.length; i += 4) sum += (of.data[i] ?? 0) + (of.data[i + 1] ?? 0) + (of.data[i + 2] ?? 0);
  return sum / ((of.data.length / 4) * 3);
}

const saved = async (download: Download) => ({ name: download.suggestedFilename(), path: await download.path() });

/** Ends the clip; its file. */
async function endClip(page: Page, t: Translate) {
  const end = railOf(page, t).getByRole('button', { name: t('play.clipEnd'), exact: true });
  const [download] = await Promise.all([page.waitForEvent('download'), end.click()]);
  return saved(download);
}

/** These entries of a clip as ffprobe tells them; it finds no fault in the file. */
function probed(clip: string, entries: string) {
  const args = ['-v', 'error', '-count_frames', '-show_entries', entries, '-of', 'json', clip];
  const { stdout, stderr } = spawnSync('ffprobe', args, { encoding: 'utf8' });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

/** One command makes the phone sound and turns its screen off, the next turns it on again. */
async function soundInTheDark(page: Page, member: Member, phone: string, t: Translate): Promise<void> {
  // A black picture is explained for ten seconds after an input, of which the wait for the clip has taken some.
  await page.keyboard.type('o');
  await shell(member, phone, 'setprop owl.sound 440; input keyevent 26');
  await expect(page.getByText(t('play.black'))).toBeVisible();
  await shell(member, phone, 'setprop owl.sound 0; input keyevent 26');
  await expect(page.getByText(t('play.black'))).toBeHidden();
}

test('any input method writes into the phone, and the clipboard is one where it is shared', async ({
  page,
  context,
  demo,
}) => {
  const t = wordsIn('zh-CN');
  const member = await demo.member('主力-01');
  await lend(demo, member, '主力-01', SECOND_MEMBER, 'view');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, member.account);
  await openPhone(page, '主力-01');
  await compose(page, member, '你好👍');

  // Somebody else is let into this phone: its clipboard is shared once the member wants it.
  await page.getByRole('tab', { name: t('play.tab.tools') }).click();
  const share = page.getByRole('switch', { name: t('play.clipboardShare') });
  await expect(share).not.toBeChecked();
  await share.click();
  await expect(share).toBeChecked();
  await tap(page, 0.5, 0.3);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('你好👍');

  await page.evaluate(() => navigator.clipboard.writeText('猫头鹰 owl'));
  await railOf(page, t)
    .getByRole('button', { name: t('play.clipboardSend') })
    .click();
  await expectToast(page, '已复制到云手机剪贴板');
  await shell(member, '主力-01', 'input keyevent 279');
  await expect.poll(() => notes(member).join('|')).toContain('猫头鹰 owl');

  await share.click();
  await expect(share).not.toBeChecked();
  await expect(page.getByText(t('play.clipboardOff'))).toBeVisible();
});

/** When the tone begins and when the screen turns black, in seconds of the clip. */
function beginnings(clip: string): { tone: number; black: number } {
  const filters = ['-af', 'silencedetect=noise=-40dB:d=0.2', '-vf', 'blackdetect=d=0.2'];
  const told = spawnSync('ffmpeg', ['-hide_banner', '-nostats', '-i', clip, ...filters, '-f', 'null', '-'], {
    encoding: 'utf8',
  });
  const found = (what: RegExp) => Number(what.exec(told.stderr)?.[1] ?? Number.NaN);
  return { tone: found(/silence_end: ([\d.]+)/), black: found(/black_start:([\d.]+)/) };
}

for (const language of spoken('en-US')) {
  const t = wordsIn(language);

  test(
    `a picture and a clip with the phone’s sound are saved under its name, players take the clip, and the sound is heard once it is asked for, ${language}`,
    TIMED,
    async ({ page, demo }) => {
      const phone = '选品 A';
      const member = await demo.member(phone);
      await enter(page, language, member.account);
      await openPhone(page, phone);
      const rail = railOf(page, t);
      const [first] = await Promise.all([
        page.waitForEvent('download'),
        rail.getByRole('button', { name: t('play.shot'), exact: true }).click(),
      ]);
      const still = await saved(first);
      expect(still.name).toMatch(new RegExp(`^${phone} \\d{4}-\\d\\d-\\d\\d \\d\\d-\\d\\d-\\d\\d\\.png$`));
      const png = PNG.sync.read(readFileSync(still.path));
      expect([png.width, png.height]).toEqual([720, 1280]);

      await rail.getByRole('button', { name: t('play.clip'), exact: true }).click();
      await expect(page.getByText(/^\d:\d\d · .*[KM]B$/)).toBeVisible();
      await openNote(page);
      await page.keyboard.type('owl');
      // The sound has joined by then.
      await expect(page.getByText(/^(0:0[4-9]|0:[1-5]\d|[1-9]:\d\d) · .*[KM]B$/)).toBeVisible();
      await soundInTheDark(page, member, phone, t);
      const clip = await endClip(page, t);
      expect(clip.name).toMatch(new RegExp(`^${phone} .*\\.mp4$`));
      const entries = 'stream=codec_name,width,height,channels,nb_read_frames,duration:format=format_name,duration';
      const { streams, format } = probed(clip.path, entries);
      expect(streams).toMatchObject([
        { codec_name: 'h264', width: 720, height: 1280 },
        { codec_name: 'opus', channels: 2 },
      ]);
      expect(Number(streams[0].nb_read_frames)).toBeGreaterThan(5);
      expect(format.format_name).toContain('mp4');
      expect(Number(format.duration)).toBeGreaterThan(4);
      expect(Number(streams[1].nb_read_frames) / 50, 'as long as the picture').toBeGreaterThan(
        Number(format.duration) - daily(2, 0.2),
      );
      const { tone, black } = beginnings(clip.path);
      expect(Math.abs(tone - black), `tone at ${tone} s, black at ${black} s`).toBeLessThan(daily(2, 0.1));
      await isHeard(page, member, phone);
    },
  );

  /** The sound of a phone whose note is open, with its picture and without it. */
  async function isHeard(page: Page, member: Member, phone: string): Promise<void> {
    await shell(member, phone, 'setprop owl.sound 440');
    const { status, apart } = await turnSoundOn(page, language);
    await expect.poll(apart).toBeLessThan(LATE_MS);
    // Where the browser decodes it, sound comes as opus: far from the 1.5 Mbit/s of samples.
    expect(await page.evaluate(() => typeof AudioDecoder)).toBe('function');
    await tap(page, 0.5, 0.3);
    await expect.poll(() => typedRate(page, t('play.bitrate'))).toBeLessThan(0.8);
    await page.getByRole('switch', { name: t('play.sound'), exact: true }).click();
    await expect(status).toHaveText(soundWords[language][0]);
  }
}

/** Megabits a second while a letter is typed into the open note: the page shows no rate of a picture that stands still. NaN until it is shown. */
async function typedRate(page: Page, label: string): Promise<number> {
  await page.keyboard.type('o');
  const rate = page.getByText(label, { exact: true }).locator('..').locator('b');
  return rate.textContent({ timeout: 2_000 }).then(Number, () => Number.NaN);
}

/** How often the loud part of a clip swings in a second. */
function hertzOf(clip: string): number {
  const args = ['-v', 'error', '-xerror', '-err_detect', 'explode', '-i', clip, '-vn', '-ac', '1', '-f', 's16le', '-'];
  const { stdout, stderr } = spawnSync('ffmpeg', args, { maxBuffer: 1 << 28 });
  expect(stderr.toString()).toBe('');
  const samples = new Int16Array(stdout.buffer, stdout.byteOffset, stdout.length >> 1);
  const loud = (sample: number) => Math.abs(sample) > 4_000;
  const tone = samples.subarray(samples.findIndex(loud), samples.findLastIndex(loud));
  const rises = tone.reduce((sum, sample, at) => sum + (sample >= 0 && (tone[at - 1] ?? 0) < 0 ? 1 : 0), 0);
  return (rises * 48_000) / tone.length;
}

test(
  'a phone without an encoder for opus is heard and recorded in AAC, with its picture; the clip of one that gives no sound is silent and says so',
  TIMED,
  async ({ page, demo }) => {
    const [phone, mute] = ['短视频-02', '直播间'] as const;
    const member = await demo.member(phone, mute);
    const t = wordsIn('en-US');
    await enter(page, 'en-US', member.account);
    await shell(member, phone, 'setprop owl.sound 440; setprop owl.sound.opus none');
    await shell(member, mute, 'setprop owl.sound none');
    await openPhone(page, phone);
    const { apart } = await turnSoundOn(page, 'en-US');
    await expect.poll(apart).toBeLessThan(LATE_MS);
    // Far from the 1.5 Mbit/s of samples.
    await openNote(page);
    await expect.poll(() => typedRate(page, t('play.bitrate'))).toBeLessThan(0.8);

    const rail = railOf(page, t);
    await shell(member, phone, 'setprop owl.sound 0');
    await rail.getByRole('button', { name: t('play.clip'), exact: true }).click();
    await page.keyboard.type('owl');
    await expect(page.getByText(/^(0:0[3-9]|0:[1-5]\d|[1-9]:\d\d) · .*[KM]B$/)).toBeVisible();
    await soundInTheDark(page, member, phone, t);
    const clip = await endClip(page, t);
    const entries = 'stream=codec_name,profile,sample_rate,channels,nb_read_frames:format=duration';
    const { streams, format } = probed(clip.path, entries);
    expect(streams[1]).toMatchObject({ codec_name: 'aac', profile: 'LC', sample_rate: '48000', channels: 2 });
    const seconds = (Number(streams[1].nb_read_frames) * 1_024) / 48_000;
    expect(Math.abs(seconds - Number(format.duration)), 'as long as the picture').toBeLessThan(daily(2, 0.2));
    const { tone, black } = beginnings(clip.path);
    expect(Math.abs(tone - black), `tone at ${tone} s, black at ${black} s`).toBeLessThan(daily(2, 0.1));
    // Sound that a busy machine left out makes it another tone, but still one.
    expect(Math.abs(hertzOf(clip.path) - 440)).toBeLessThan(daily(300, 5));

    await go(page, '/index');
    await openPhone(page, mute);
    await rail.getByRole('button', { name: t('play.clip'), exact: true }).click();
    // The toast of the clip before has its length and size, too.
    await expect(page.getByRole('main').getByText(/^\d:(?!00)\d\d · .*[KM]B$/)).toBeVisible();
    const silent = await endClip(page, t);
    await expectToast(page, t('play.clipSilent'));
    expect(probed(silent.path, 'stream=codec_name').streams).toMatchObject([{ codec_name: 'h264' }]);
  },
);

/** Enlarges a picture in the phone's gallery by Ctrl and the mouse; two fingers of a touch screen shrink it, moving towards each other. */
async function pinch(page: Page, member: Member, phone: string): Promise<void> {
  await openGallery(page, member, phone);
  const fitted = await shot(page);
  await spread(page);
  await expect.poll(async () => difference(fitted, await shot(page))).toBeGreaterThan(0.15);
  const enlarged = await shot(page);
  const box = await picture(page).boundingBox();
  if (!box) throw new Error('no picture');
  const touch = await page.context().newCDPSession(page);
  await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
  const fingers = (apart: number) =>
    [-apart, apart].map((off, id) => ({ x: box.x + box.width * (0.5 + off), y: box.y + box.height * (0.5 + off), id }));
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(0.35) });
  for (let step = 1; step <= 8; step += 1)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(0.35 - step * 0.035) });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await touch.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  await touch.detach();
  await expect.poll(async () => difference(enlarged, await shot(page))).toBeGreaterThan(0.1);
}

test('the quality changes while the picture stays; a black screen is explained; two fingers pinch; a turn leaves no finger down, and touch lands where the finger is', async ({
  page,
  demo,
}) => {
  const t = wordsIn('zh-CN');
  const phone = '短视频-02';
  const member = await demo.member(phone);
  await signIn(page, member.account);
  await openPhone(page, phone);
  await expect(page.getByText(/^720p/)).toBeVisible();
  const launcher = await shot(page);
  await page.getByText('流畅', { exact: true }).click();
  for (;;) {
    expect(brightness(await shot(page)), 'no black between').toBeGreaterThan(20);
    if (await page.getByText(/^360p/).isVisible()) break;
  }
  await expect.poll(async () => difference(launcher, await shot(page))).toBeLessThan(0.1);
  await page.getByText('高清', { exact: true }).click();
  await expect(page.getByText(/^720p/)).toBeVisible();

  const rail = railOf(page, t);
  await rail.getByRole('button', { name: t('play.power') }).click();
  await expect(page.getByText(t('play.black'))).toBeVisible();
  await rail.getByRole('button', { name: t('play.power') }).click();
  await expect(page.getByText(t('play.black'))).toBeHidden();

  const goHome = async () => {
    await rail.getByRole('button', { name: t('play.home') }).click();
    await expect.poll(async () => difference(launcher, await shot(page))).toBeLessThan(0.05);
  };
  await pinch(page, member, phone);
  await goHome();
  await rotate(page, 'landscape');
  await rotate(page, 'portrait');
  await turnUnderFinger(page, member, phone);
  await openNote(page);
  await goHome();
});

test('keys of a mapping are fingers, read from a file that the rules accept', async ({ page, demo }) => {
  const t = wordsIn('zh-CN');
  const member = await demo.member('直播间');
  await signIn(page, member.account);
  await openPhone(page, '直播间');
  await page.getByRole('tab', { name: t('play.tab.keys') }).click();
  const chooser = page.getByLabel(t('play.keymap.file'));
  const file = (value: object) => ({
    name: 'map.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(value)),
  });
  const [x, y] = places.notesIcon;
  await chooser.setInputFiles(file({ version: 1, app: 'com.owl.farm', points: [{ code: 'Escape', x, y }] }));
  await expectToast(page, 'Esc 键不能映射');
  await chooser.setInputFiles(file({ version: 1, app: 'com.owl.farm', points: [{ code: 'KeyW', x, y }] }));
  await expectToast(page, t('play.keymap.imported', { count: '1' }));
  await page.getByRole('switch', { name: t('play.keymap.title') }).click();
  await expect(page.getByText(t('play.keymap.front', { app: 'com.owldeck.launcher' }))).toBeVisible();
  const launcher = await shot(page);
  // A tap in the middle of nowhere gives the phone the keyboard.
  await tap(page, 0.5, 0.02);
  await page.keyboard.press('w');
  await expect.poll(async () => difference(launcher, await shot(page))).toBeGreaterThan(0.3);
  await expect(page.getByText(t('play.keymap.noneFront', { app: 'com.owldeck.notes' }))).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('play.keymap.export') }).click(),
  ]);
  const exported = JSON.parse(readFileSync((await saved(download)).path, 'utf8'));
  expect(exported).toMatchObject({ version: 1, app: 'com.owl.farm', points: [{ code: 'KeyW', x, y }] });
  expect(await page.evaluate(() => localStorage.getItem('keymaps')), 'the browser keeps it').toContain('KeyW');
});
