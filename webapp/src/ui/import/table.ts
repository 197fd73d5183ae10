// A table that is sent to be tried or taken, and what the server says of its rows.

export interface Sent {
  file: File;
  /** Whether what exists is updated. */
  updates: boolean;
  /** Whether good rows are taken although others are wrong. */
  goodRows: boolean;
  /** Whether nothing is changed: the answer says what would become of each row. */
  dryRun: boolean;
}

export interface Tried {
  added: number;
  updated: number;
  failed: number;
  errors: readonly { row: number; column: string; value: string; why: string }[];
  rows: readonly { row: number; result: string }[];
}

const flag = (on: boolean) => (on ? '1' : '0');

/** The form of a call that takes a table. */
export function tableForm({ file, updates, goodRows, dryRun }: Sent): FormData {
  const form = new FormData();
  form.append('file', file, file.name);
  form.append('updateSupport', flag(updates));
  form.append('goodRows', flag(goodRows));
  form.append('dryRun', flag(dryRun));
  return form;
}
