// For the tests of this folder: a browser in which everything works, and what is said when the page came over plain http.
import type { Facts, PictureFacts } from '@/core/browser';

export const picture: PictureFacts = {
  draws: true,
  decoder: true,
  baseline: 'hardware',
  high: 'hardware',
  softMs: 31.4,
  opus: true,
  aac: true,
};

export const whole: Facts = {
  secure: true,
  callMs: 12.3,
  socketMs: 4.6,
  cookies: true,
  picture,
  sound: true,
  worklet: true,
  copy: 'yes',
  paste: 'asks',
  copyPicture: true,
  fullscreen: true,
  floats: true,
  notify: 'yes',
};

/** Facts about Chromium on a page that came over plain http from another machine. */
export const insecure: Facts = {
  ...whole,
  secure: false,
  socketMs: 'unasked',
  picture: { ...picture, decoder: false, baseline: 'none', high: 'none', opus: false, aac: false },
  worklet: false,
  copy: 'none',
  paste: 'none',
  copyPicture: false,
  notify: 'blocked',
};
