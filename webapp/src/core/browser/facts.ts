// Facts about a browser as plain values: their meaning for the member is said by features/play/browser.

/** Decoder of a kind of stream: the browser with its graphics hardware, the browser by itself, or none. */
export type Decoding = 'hardware' | 'software' | 'none';

/** Asked inside a worker, where pictures are decoded and drawn. */
export interface PictureFacts {
  /** The worker drew on a canvas of the page. */
  draws: boolean;
  /** There is a `VideoDecoder`. */
  decoder: boolean;
  /** The profile that the console asks about first. */
  baseline: Decoding;
  /** A profile that a real phone's encoder may choose. */
  high: Decoding;
  /** How long the software decoder took to come and to be made; null when it did not. */
  softMs: number | null;
  /** Opus is decoded. */
  opus: boolean;
  /** AAC is decoded. */
  aac: boolean;
}

/** `asks`: the browser asks the member before. */
export type Allowed = 'yes' | 'asks' | 'blocked' | 'none';

export interface Facts {
  /** The page came over https, or from this very machine. */
  secure: boolean;
  /** A call there and back; null when nobody answered. */
  callMs: number | null;
  /** A socket's message there and back; null when it did not open, `unasked` without a session to open it. */
  socketMs: number | null | 'unasked';
  cookies: boolean;
  /** Null: no worker of the console's kind came up. */
  picture: PictureFacts | null;
  /** There is a sound output. */
  sound: boolean;
  /** The console's own part of it was loaded. */
  worklet: boolean;
  /** Writing texts to the clipboard. */
  copy: Allowed;
  /** Reading it. */
  paste: Allowed;
  /** Writing a picture to it. */
  copyPicture: boolean;
  fullscreen: boolean;
  /** A window above all others that shows a canvas. */
  floats: boolean;
  notify: Allowed;
}
