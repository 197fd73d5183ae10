// When a host is strained: by its processor or its memory.
import type { Host } from './api';

/** From where a figure is amber, and from where red. */
export const LOAD = { warn: 75, err: 90 } as const;
export const SLOW_MS = 120;

export const memoryPercent = ({ memoryUsedBytes, memoryTotalBytes }: Host): number | null =>
  memoryUsedBytes == null || !memoryTotalBytes ? null : (100 * memoryUsedBytes) / memoryTotalBytes;

export const toneOf = (percent: number): 'err' | 'warn' | undefined =>
  percent >= LOAD.err ? 'err' : percent >= LOAD.warn ? 'warn' : undefined;

export const isStrained = (host: Host): boolean =>
  Math.max(host.processorPercent ?? 0, memoryPercent(host) ?? 0) >= LOAD.err;
