// Capabilities of this browser for the console: each is tried in the way in which it is used, nothing is told by the browser's name.
import { RATE_HZ } from '../stream/soundQueue';
import worklet from '../stream/soundWorklet?worker&url';
import type { Allowed, Facts } from './facts';
import { measureCall, measureSocket } from './latency';
import { askPicture } from './picture';

export type { Allowed, Decoding, Facts, PictureFacts } from './facts';

/** State of a permission; null where the browser does not know its name. */
async function permission(name: string): Promise<Allowed | null> {
  try {
    const { state } = await navigator.permissions.query({ name: name as PermissionName });
    return ({ granted: 'yes', prompt: 'asks', denied: 'blocked' } as const)[state];
  } catch {
    return null;
  }
}

/** `untold`: how it is where the browser has the function and tells of no permission. */
async function clipboard(has: boolean, name: string, untold: Allowed): Promise<Allowed> {
  return has ? ((await permission(name)) ?? untold) : 'none';
}

/** Loads the part of the sound output that has a thread of its own, without an output: that would need a gesture. */
async function loadsWorklet(): Promise<boolean> {
  try {
    const context = new OfflineAudioContext(2, RATE_HZ, RATE_HZ);
    // Absent where the page is not opened over https.
    const worklets: AudioWorklet | undefined = context.audioWorklet;
    await worklets?.addModule(worklet);
    return worklets !== undefined;
  } catch {
    return false;
  }
}

function notify(): Allowed {
  if (typeof Notification === 'undefined') return 'none';
  return ({ granted: 'yes', default: 'asks', denied: 'blocked' } as const)[Notification.permission];
}

/** Tries everything once; never rejects. */
export async function probeBrowser(): Promise<Facts> {
  // The line is measured first, while nothing else loads.
  const callMs = await measureCall();
  // Absent on pages that are not opened over https.
  const clip: Clipboard | undefined = navigator.clipboard;
  const [socketMs, picture, heard, copy, paste] = await Promise.all([
    callMs === null ? ('unasked' as const) : measureSocket().catch(() => null),
    askPicture().catch(() => null),
    loadsWorklet(),
    clipboard(typeof clip?.writeText === 'function', 'clipboard-write', 'yes'),
    clipboard(typeof clip?.readText === 'function', 'clipboard-read', 'asks'),
  ]);
  return {
    secure: window.isSecureContext !== false,
    callMs,
    socketMs,
    cookies: navigator.cookieEnabled,
    picture,
    sound: typeof AudioContext !== 'undefined',
    worklet: heard,
    copy,
    paste,
    copyPicture: typeof ClipboardItem !== 'undefined' && typeof clip?.write === 'function',
    fullscreen: document.fullscreenEnabled === true,
    floats: document.pictureInPictureEnabled === true && 'captureStream' in HTMLCanvasElement.prototype,
    notify: notify(),
  };
}
