// A wish for more phones than one call takes: one call after the other, each of them a batch of its own.
import type { CallFault } from '@/core/http';
import { constants } from '@/core/rules';
import type { Started } from './api';

/** Batches that were begun, in their order, and the fault that kept the rest of the phones from it. */
export interface Begun {
  started: readonly Started[];
  fault?: CallFault | undefined;
}

/** Phones in parts that one call takes. */
export function partsOf(phoneIds: readonly number[]): number[][] {
  const cap = constants().batchMax;
  const parts: number[][] = [];
  for (let at = 0; at < phoneIds.length; at += cap) parts.push(phoneIds.slice(at, at + cap));
  return parts;
}

/** Begins part after part; a fault ends it, since it would meet the others too. */
export async function beginInParts(
  phoneIds: readonly number[],
  begin: (phoneIds: number[]) => Promise<{ data?: Started; error?: unknown }>,
): Promise<Begun> {
  const started: Started[] = [];
  for (const part of partsOf(phoneIds)) {
    const { data, error } = await begin(part);
    if (!data) return { started, fault: error as CallFault };
    started.push(data);
  }
  return { started };
}
