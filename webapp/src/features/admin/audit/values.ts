// Values before and after a recorded change, one by one.
import type { Recorded } from './api';

/** A value before and after; null where there was none, or is none any more. */
export interface Value {
  name: string;
  before: string | null;
  after: string | null;
}

const record = (values: unknown): Record<string, unknown> =>
  typeof values === 'object' && values !== null ? (values as Record<string, unknown>) : {};
const written = (value: unknown): string | null =>
  value === undefined || value === null ? null : typeof value === 'string' ? value : JSON.stringify(value);

/** All values of a change, in the order in which they were recorded. */
export function valuesOf({ before, after }: Pick<Recorded, 'before' | 'after'>): Value[] {
  const [old, fresh] = [record(before), record(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(fresh)])];
  return names.map((name) => ({ name, before: written(old[name]), after: written(fresh[name]) }));
}

/** Those that are others than before. */
export const changesOf = (values: readonly Value[]): Value[] => values.filter(({ before, after }) => before !== after);
