// Actions of a member on an open phone beyond tapping: writing by an input method, pinching, copying, recording, listening, changing the quality.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Download, Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { enter, lend, spoken } from '../../account';
import { expect, expectToast, SECOND_MEMBER, signIn, test } from '../../fixtures';
import { shell } from '../../operations';
import {
  difference,
  live,
  notes,
  openGallery,
  openNote,
  openPhone,
  picture,
  places,
  shot,
  spread,
  tap,
  turnUnderFinger,
} from '../../phone';
import { daily } from '../../sweep';
import { wordsIn } from '../../words';

/** How far the sound may be from its picture. Every day it is enough that the page tells; a stop-watch is for a machine that does nothing else. */
const LATE_MS = daily(60_000, 100);

/** How bright a picture is on the whole, 0 to 255. */
function brightness(of: PNG): number {
  let sum = 0;
  for (let i = 0; i < of.data.length; i += 4) sum += (of.data[i] ?? 0) + (of.data[i + 1] ?? 0) + (of.data[i + 2] ?? 0);
  return sum / ((of.data.length / 4) * 3);
}

const saved = async (download: Download) => ({ name: download.suggestedFilename(), path: await download.path() });

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
  await openNote(page);
  // Text that is being composed is not the phone's yet.
  const input = await context.newCDPSession(page);
  await input.send('Input.imeSetComposition', { text: 'nihao', selectionStart: 5, selectionEnd: 5 });
  await expect(page.getByText('nihao')).toBeVisible();
  await input.send('Input.insertText', { text: '你好👍' });
  await expect.poll(() => notes(member)).toContain('你好👍');

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
  await page
    .getByRole('toolbar', { name: t('play.sentTo') })
    .getByRole('button', { name: t('play.clipboardSend') })
    .click();
  await expect(page.getByText('已复制到云手机剪贴板')).toBeVisible();
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
  const sound =
    language === 'zh-CN' ? (['声音已关闭', '声音已开启'] as const) : (['Sound is off.', 'Sound is on.'] as const);
  const late = new RegExp(t('play.soundBehind', { ms: '(-?\\d+)' }));

  test(`a picture and a clip with the phone’s sound are saved under its name, and players take the clip, ${language}`, async ({
    page,
    demo,
  }) => {
    const member = await demo.member('选品 A');
    const phone = '选品 A';
    await enter(page, language, member.account);
    await openPhone(page, phone);
    const rail = page.getByRole('toolbar', { name: t('play.sentTo') });
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
    // The sound has joined by then. One command makes the phone sound and turns its screen off, the next turns it on again.
    await expect(page.getByText(/^(0:0[4-9]|0:[1-5]\d|[1-9]:\d\d) · .*[KM]B$/)).toBeVisible();
    await shell(member, phone, 'setprop owl.sound 440; input keyevent 26');
    await expect(page.getByText(t('play.black'))).toBeVisible();
    await shell(member, phone, 'setprop owl.sound 0; input keyevent 26');
    await expect(page.getByText(t('play.black'))).toBeHidden();
    const [second] = await Promise.all([
      page.waitForEvent('download'),
      rail.getByRole('button', { name: t('play.clipEnd'), exact: true }).click(),
    ]);
    const clip = await saved(second);
    expect(clip.name).toMatch(new RegExp(`^${phone} .*\\.mp4$`));
    const entries = 'stream=codec_name,width,height,channels,nb_read_frames,duration:format=format_name,duration';
    const probe = spawnSync(
      'ffprobe',
      ['-v', 'error', '-count_frames', '-show_entries', entries, '-of', 'json', clip.path],
      { encoding: 'utf8' },
    );
    expect(probe.stderr).toBe('');
    const { streams, format } = JSON.parse(probe.stdout);
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
  });

  test(`the phone’s sound comes once it is asked for, with its picture, ${language}`, async ({ page, demo }) => {
    const member = await demo.member('选品 A');
    const [off, on] = sound;
    await enter(page, language, member.account);
    await openPhone(page, '选品 A');
    await shell(member, '选品 A', 'setprop owl.sound 440');
    await page.getByRole('tab', { name: t('play.tab.tools') }).click();
    const status = page.getByRole('tabpanel').getByRole('status');
    await expect(status).toHaveText(off);
    await page
      .getByRole('toolbar', { name: t('play.sentTo') })
      .getByRole('button', { name: t('play.sound'), exact: true })
      .click();
    await expect(status).toContainText(on);
    const behind = async () => Math.abs(Number(late.exec((await status.textContent()) ?? '')?.[1] ?? Number.NaN));
    await expect.poll(behind).toBeLessThan(LATE_MS);
    // Where the browser decodes it, sound comes as opus: far from the 1.5 Mbit/s of samples.
    expect(await page.evaluate(() => typeof AudioDecoder)).toBe('function');
    await openNote(page);
    await expect.poll(() => typedRate(page, t('play.bitrate'))).toBeLessThan(0.8);
    await page.getByRole('switch', { name: t('play.sound'), exact: true }).click();
    await expect(status).toHaveText(off);
  });
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

test('a phone without an encoder for opus is heard and recorded in AAC, with its picture', async ({ page, demo }) => {
  const member = await demo.member('短视频-02');
  const phone = '短视频-02';
  const t = wordsIn('en-US');
  await enter(page, 'en-US', member.account);
  await shell(member, phone, 'setprop owl.sound 440; setprop owl.sound.opus none');
  await openPhone(page, phone);
  await page.getByRole('tab', { name: t('play.tab.tools') }).click();
  const status = page.getByRole('tabpanel').getByRole('status');
  const rail = page.getByRole('toolbar', { name: t('play.sentTo') });
  await rail.getByRole('button', { name: t('play.sound'), exact: true }).click();
  await expect(status).toContainText('Sound is on.');
  const behind = async () => Math.abs(Number(/(-?\d+) ms/.exec((await status.textContent()) ?? '')?.[1] ?? Number.NaN));
  await expect.poll(behind).toBeLessThan(LATE_MS);
  // Far from the 1.5 Mbit/s of samples.
  await openNote(page);
  await expect.poll(() => typedRate(page, t('play.bitrate'))).toBeLessThan(0.8);

  await shell(member, phone, 'setprop owl.sound 0');
  await rail.getByRole('button', { name: t('play.clip'), exact: true }).click();
  await page.keyboard.type('owl');
  await expect(page.getByText(/^(0:0[3-9]|0:[1-5]\d|[1-9]:\d\d) · .*[KM]B$/)).toBeVisible();
  await shell(member, phone, 'setprop owl.sound 440; input keyevent 26');
  await expect(page.getByText(t('play.black'))).toBeVisible();
  await shell(member, phone, 'setprop owl.sound 0; input keyevent 26');
  await expect(page.getByText(t('play.black'))).toBeHidden();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    rail.getByRole('button', { name: t('play.clipEnd'), exact: true }).click(),
  ]);
  const clip = await saved(download);
  const entries = 'stream=codec_name,profile,sample_rate,channels,nb_read_frames:format=duration';
  const args = ['-v', 'error', '-count_frames', '-show_entries', entries, '-of', 'json', clip.path];
  const probe = spawnSync('ffprobe', args, { encoding: 'utf8' });
  expect(probe.stderr).toBe('');
  const { streams, format } = JSON.parse(probe.stdout);
  expect(streams[1]).toMatchObject({ codec_name: 'aac', profile: 'LC', sample_rate: '48000', channels: 2 });
  const seconds = (Number(streams[1].nb_read_frames) * 1_024) / 48_000;
  expect(Math.abs(seconds - Number(format.duration)), 'as long as the picture').toBeLessThan(daily(2, 0.2));
  const { tone, black } = beginnings(clip.path);
  expect(Math.abs(tone - black), `tone at ${tone} s, black at ${black} s`).toBeLessThan(daily(2, 0.1));
  // Sound that a busy machine left out makes it another tone, but still one.
  expect(Math.abs(hertzOf(clip.path) - 440)).toBeLessThan(daily(300, 5));
});

test('a clip of a phone that gives no sound is silent and says so', async ({ page, demo }) => {
  const t = wordsIn('zh-CN');
  const member = await demo.member('直播间');
  await signIn(page, member.account);
  await openPhone(page, '直播间');
  await shell(member, '直播间', 'setprop owl.sound none');
  const rail = page.getByRole('toolbar', { name: t('play.sentTo') });
  await rail.getByRole('button', { name: t('play.clip') }).click();
  await expect(page.getByText(/^\d:(?!00)\d\d · .*[KM]B$/)).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    rail.getByRole('button', { name: t('play.clipEnd') }).click(),
  ]);
  await expectToast(page, t('play.clipSilent'));
  const args = ['-v', 'error', '-show_entries', 'stream=codec_name', '-of', 'csv=p=0', (await saved(download)).path];
  const probe = spawnSync('ffprobe', args, { encoding: 'utf8' });
  expect([probe.stdout.trim(), probe.stderr]).toEqual(['h264', '']);
});

test('the quality changes while the picture stays; a black screen is explained; a turn leaves no finger down', async ({
  page,
  demo,
}) => {
  const t = wordsIn('zh-CN');
  const member = await demo.member('短视频-02');
  await signIn(page, member.account);
  await openPhone(page, '短视频-02');
  await expect(page.getByText(/^720p/)).toBeVisible();
  const before = await shot(page);
  await page.getByText('流畅', { exact: true }).click();
  for (;;) {
    expect(brightness(await shot(page)), 'no black between').toBeGreaterThan(20);
    if (await page.getByText(/^360p/).isVisible()) break;
  }
  await expect.poll(async () => difference(before, await shot(page))).toBeLessThan(0.1);
  await page.getByText('高清', { exact: true }).click();
  await expect(page.getByText(/^720p/)).toBeVisible();

  const rail = page.getByRole('toolbar', { name: t('play.sentTo') });
  await rail.getByRole('button', { name: t('play.power') }).click();
  await expect(page.getByText(t('play.black'))).toBeVisible();
  await rail.getByRole('button', { name: t('play.power') }).click();
  await expect(page.getByText(t('play.black'))).toBeHidden();

  await turnUnderFinger(page, member, '短视频-02');
  await openNote(page);
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
  await expect(page.getByText('Esc 键不能映射')).toBeVisible();
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
  await page.reload();
  await live(page);
  await page.getByRole('tab', { name: t('play.tab.keys') }).click();
  await expect(page.getByText('W', { exact: true }).first()).toBeVisible();
});

test('two fingers pinch: Ctrl and the mouse enlarge a picture in the gallery, fingers shrink it', async ({
  page,
  demo,
}) => {
  const member = await demo.member('备用-04');
  await signIn(page, member.account);
  await openPhone(page, '备用-04');
  await openGallery(page, member, '备用-04');
  const fitted = await shot(page);
  await spread(page);
  await expect.poll(async () => difference(fitted, await shot(page))).toBeGreaterThan(0.15);
  const enlarged = await shot(page);

  // Two fingers of a touch screen shrink the picture, moving towards each other.
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
  await expect.poll(async () => difference(enlarged, await shot(page))).toBeGreaterThan(0.1);
});
