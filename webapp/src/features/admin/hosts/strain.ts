// From where a host's load and a round trip are more than they should be.

const LOAD = { warn: 75, err: 90 } as const;

/** A round trip from which on people notice, ms. */
export const SLOW_MS = 120;

/** How a share of processor or memory is shown, in percent. */
export const toneOf = (percent: number): 'err' | 'warn' | undefined =>
  percent >= LOAD.err ? 'err' : percent >= LOAD.warn ? 'warn' : undefined;
