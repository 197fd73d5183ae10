// Drives a phone with ya-webadb as a web client of scrcpy does, and keeps the video.
// node drive.mjs HOST PORT VERSION SERVER_FILE VIDEO_FILE [SOUND_FILE]
// With SOUND_FILE.ogg the phone is asked for opus, which goes there, and data is acknowledged late (`delayed_ack`); with SOUND_FILE.aac for AAC.
import assert from 'node:assert/strict';
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';

import * as AdbScrcpy from '@yume-chan/adb-scrcpy';
import {
  AndroidKeyCode,
  AndroidKeyEventAction,
  AndroidKeyEventMeta,
  AndroidMotionEventAction,
  AndroidMotionEventButton,
  ScrcpyPointerId,
} from '@yume-chan/scrcpy';
import { ReadableStream } from '@yume-chan/stream-extra';

import { adts } from './adts.mjs';
import { connect } from './connect.mjs';
import { ogg } from './ogg.mjs';

const [host, port, version, serverFile, videoFile, soundFile] = process.argv.slice(2);
const SERVER = '/data/local/tmp/scrcpy-server.jar';
const NOTE = '/data/data/com.owldeck.notes/files/note-0001.txt';

const audioCodec = soundFile ? { ogg: 'opus', aac: 'aac' }[soundFile.split('.').at(-1)] : 'raw';

const adb = await connect(host, Number(port), audioCodec === 'opus');
const shell = async (command) => {
  const done = await adb.subprocess.shellProtocol.spawnWaitText(command);
  assert.equal(done.exitCode, 0, `${command}: ${done.stderr}`);
  return done.stdout;
};
const deadline = Date.now() + 60_000;
const until = async (what, holds) => {
  while (!(await holds())) {
    assert.ok(Date.now() < deadline, `never happened: ${what}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
};

const bytes = new Uint8Array(readFileSync(serverFile));
await AdbScrcpy.AdbScrcpyClient.pushServer(
  adb,
  new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  }),
  SERVER,
);
// The classes end at 3.3.3, whose protocol 3.3.4 speaks.
const options = new AdbScrcpy.AdbScrcpyOptions3_3_3(
  {
    tunnelForward: true,
    audio: true,
    // Opus is what it asks for by itself.
    ...(audioCodec === 'opus' ? {} : { audioCodec }),
    videoBitRate: 4_000_000,
    cleanup: false,
  },
  { version },
);
const client = await AdbScrcpy.AdbScrcpyClient.start(adb, SERVER, options);
const video = await client.videoStream;
const seen = { frames: 0, keys: 0, configurations: 0, lastPts: -1n, sizes: [] };
video.sizeChanged((size) => seen.sizes.push(`${size.width}x${size.height}`));
const file = createWriteStream(videoFile);
const watching = (async () => {
  for await (const packet of video.stream) {
    file.write(packet.data);
    if (packet.type === 'configuration') {
      seen.configurations += 1;
      continue;
    }
    assert.ok(packet.pts > seen.lastPts, 'times only grow');
    seen.lastPts = packet.pts;
    seen.frames += 1;
    seen.keys += packet.keyframe ? 1 : 0;
  }
})();
const sound = await client.audioStream;
assert.equal(sound.type, 'success');
let loudest = 0;
let head;
const packets = [];
const hearing = (async () => {
  for await (const packet of sound.stream) {
    if (packet.type === 'configuration') {
      head = Buffer.from(packet.data);
      continue;
    }
    if (soundFile) {
      // Silence is a few bytes in opus and AAC; how it sounds is for others to say.
      packets.push(Buffer.from(packet.data));
      loudest = packet.data.length > 20 ? 8000 : 0;
      continue;
    }
    const samples = new Int16Array(packet.data.slice().buffer);
    loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  }
})();
const copies = [];
const listening = (async () => {
  for await (const text of client.clipboard) {
    copies.push(text);
  }
})();
const control = client.controller;
const next = async (what, act) => {
  const before = seen.frames;
  await act();
  await until(`a picture after ${what}`, () => seen.frames > before);
};
const key = async (keyCode, metaState = AndroidKeyEventMeta.None) => {
  for (const action of [AndroidKeyEventAction.Down, AndroidKeyEventAction.Up]) {
    await control.injectKeyCode({ action, keyCode, repeat: 0, metaState });
  }
};
const touch = (action, x, y) =>
  control.injectTouch({
    action,
    pointerId: ScrcpyPointerId.Finger,
    pointerX: x,
    pointerY: y,
    videoWidth: video.width,
    videoHeight: video.height,
    pressure: action === AndroidMotionEventAction.Up ? 0 : 1,
    actionButton: AndroidMotionEventButton.Primary,
    buttons: AndroidMotionEventButton.Primary,
  });
const tap = async (x, y) => {
  await touch(AndroidMotionEventAction.Down, x, y);
  await touch(AndroidMotionEventAction.Up, x, y);
};
const front = () => shell('dumpsys activity activities');

await until('a first picture', () => seen.keys > 0);
assert.equal(seen.sizes[0], '720x1280');

// Silence, a tone, silence.
assert.equal(loudest, 0);
await shell('setprop owl.sound 440');
await until('a tone', () => loudest > 1000);
const heard = packets.length;
await until('half a second of it', () => !soundFile || packets.length >= heard + 25);
await shell('setprop owl.sound 0');
await until('silence', () => loudest === 0);

// An app by its package and by its name.
await next('START_APP', () => control.startApp('com.android.settings'));
await until('settings', async () => (await front()).includes('com.android.settings/'));
await next('scrolling', () =>
  control.injectScroll({
    pointerX: 360,
    pointerY: 640,
    videoWidth: video.width,
    videoHeight: video.height,
    scrollX: 0,
    scrollY: -1,
    buttons: AndroidMotionEventButton.None,
  }),
);
await next('START_APP by name', () => control.startApp('便签', { searchByName: true }));
await until('notes', async () => (await front()).includes('com.owldeck.notes/'));

// Text, keys, and what no keyboard has through the clipboard, with its acknowledgement.
await next('a tap', () => tap(624, 1148));
await next('text', () => control.injectText('hello'));
await next('a key', () => key(AndroidKeyCode.Enter));
await control.setClipboard({ sequence: 7n, paste: true, content: '你好 🦉' });
await until('the note', async () => (await shell(`cat ${NOTE}`)) === 'hello\n你好 🦉');
await key(AndroidKeyCode.KeyA, AndroidKeyEventMeta.Ctrl);
await key(AndroidKeyCode.KeyC, AndroidKeyEventMeta.Ctrl);
await until('the copy', () => copies.includes('hello\n你好 🦉'));

// A reset brings the configuration and a key frame again; a rotation another size.
const before = { ...seen };
await next('RESET_VIDEO', () => control.resetVideo());
await until('a new key frame', () => seen.keys > before.keys);
assert.ok(seen.configurations > before.configurations);
await next('ROTATE_DEVICE', () => control.rotateDevice());
await until('the wide picture', () => seen.sizes.at(-1) === '1280x720');
// A finger that speaks of the size before is nobody's.
await next('ROTATE_DEVICE', () => control.rotateDevice());
await until('the high picture', () => seen.sizes.at(-1) === '720x1280');
await next('HOME', () => key(AndroidKeyCode.AndroidHome));
await until('the launcher', async () => (await front()).includes('launcher'));
await until('some pictures', () => seen.frames >= 10);

await client.close();
await Promise.allSettled([watching, listening, hearing]);
await new Promise((resolve) => file.end(resolve));
if (soundFile) {
  assert.equal(sound.codec.mimeType, `audio/${audioCodec}`);
  writeFileSync(soundFile, (audioCodec === 'opus' ? ogg : adts)(head, packets));
}
await adb.close();
console.log(JSON.stringify({ frames: seen.frames, keys: seen.keys, sizes: seen.sizes }));
process.exit(0);
