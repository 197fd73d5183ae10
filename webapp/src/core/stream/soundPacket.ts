// What passes from a stream worker to a loudspeaker.

export interface Packet {
  /** Left and right in turn. */
  samples: Int16Array;
  /** Since its first sample was heard on the phone, when it was sent. */
  ageMs: number;
  /** By the clock of pages and workers. */
  sentMs: number;
}

/** A time that means the same in a page and its workers. */
export const sharedMs = () => performance.timeOrigin + performance.now();
