// A packet of sound, sent by a stream worker to a loudspeaker.

export interface Packet {
  /** Left and right in turn. */
  samples: Int16Array;
  /** Age of the first sample when the packet was sent: time since it was heard on the phone. */
  ageMs: number;
  /** Time of sending, by `sharedMs`. */
  sentMs: number;
}

/** A time that means the same in a page and its workers. */
export const sharedMs = () => performance.timeOrigin + performance.now();
