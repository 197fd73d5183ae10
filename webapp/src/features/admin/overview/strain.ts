// When a host is strained: by its processor or its memory.
import { toneOf } from '../hosts/strain';
import type { Host } from './api';

export const memoryPercent = ({ memoryUsedBytes, memoryTotalBytes }: Host): number | null =>
  memoryUsedBytes == null || !memoryTotalBytes ? null : (100 * memoryUsedBytes) / memoryTotalBytes;

export const isStrained = (host: Host): boolean =>
  toneOf(Math.max(host.processorPercent ?? 0, memoryPercent(host) ?? 0)) === 'err';
