// Course of redeeming: the pasted text, what each code gives, which phone each goes to, what came of it. The text is the source: another text begins anew.
import { useMemo, useState } from 'react';
import type { CallFault } from '@/core/http';
import { readCodes, redeemLimits } from '@/core/rules';
import type { Phone } from '@/features/phones/api';
import { type Preview, type Redeemed, type Result, usePreviewCodesMutation, useRedeemCodesMutation } from './api';

/** A code at work. */
export interface CodeRow {
  /** Place among the codes, from 0. */
  index: number;
  /** As it is printed. */
  code: string;
  /** Null until it was looked at. */
  preview: Preview | null;
  /** The phone that it renews. */
  phone: Phone | null;
  /** Null until it was tried. */
  result: Result | null;
  running: boolean;
}

export type RowState = 'new' | 'ready' | 'needsPhone' | 'running' | 'done' | 'refused';

/** Where a code stands. */
export function stateOf({ preview, phone, result, running }: CodeRow): RowState {
  if (running) return 'running';
  if (result) return result.code === 0 ? 'done' : 'refused';
  if (!preview) return 'new';
  if (preview.code !== 0) return 'refused';
  return preview.gives === 'days' && !phone ? 'needsPhone' : 'ready';
}

export interface Redeeming {
  text: string;
  setText: (text: string) => void;
  /** All that was pasted, with what is wrong. */
  pasted: ReturnType<typeof readCodes>;
  /** Codes that are there once. */
  codes: readonly string[];
  rows: readonly CodeRow[];
  fault: CallFault | null;
  busy: 'checking' | 'redeeming' | null;
  check: () => Promise<void>;
  choose: (index: number, phone: Phone | null) => void;
  /** Uses all that are ready; those that were. */
  redeem: () => Promise<Redeemed[]>;
}

/** Gives each code that adds days the next of some phones that it suits. */
function given(rows: readonly CodeRow[], wanted: readonly Phone[]): CodeRow[] {
  const left = [...wanted];
  return rows.map((row) => {
    if (row.preview?.code !== 0 || row.preview.gives !== 'days') return row;
    const kind = row.preview.configurationId;
    const at = left.findIndex(({ configurationId }) => kind === null || configurationId === kind);
    const [phone] = at < 0 ? [] : left.splice(at, 1);
    return phone ? { ...row, phone } : row;
  });
}

/** `wanted`: phones that the codes are for, where another page names some. */
export function useRedeeming(wanted: readonly Phone[] = []): Redeeming {
  const [text, setTextOnly] = useState('');
  const [rows, setRows] = useState<readonly CodeRow[]>([]);
  const [fault, setFault] = useState<CallFault | null>(null);
  const [busy, setBusy] = useState<Redeeming['busy']>(null);
  const [preview] = usePreviewCodesMutation();
  const [use] = useRedeemCodesMutation();
  const pasted = useMemo(() => readCodes(text), [text]);
  const codes = useMemo(() => pasted.flatMap(({ code, repeats }) => (code && !repeats ? [code] : [])), [pasted]);

  const setText = (next: string) => {
    setTextOnly(next);
    setFault(null);
    setRows([]);
  };
  const change = (is: (row: CodeRow) => boolean, part: (row: CodeRow) => Partial<CodeRow>) =>
    setRows((before) => before.map((row) => (is(row) ? { ...row, ...part(row) } : row)));

  const check = async () => {
    if (codes.length === 0 || codes.length > redeemLimits().codesMax) return;
    setBusy('checking');
    setFault(null);
    const { data, error } = await preview([...codes]);
    setBusy(null);
    if (!data) {
      setFault(error as CallFault);
      return;
    }
    const at = (index: number) => data.list[index] ?? null;
    const fresh = codes.map(
      (code, index): CodeRow => ({ index, code, preview: at(index), phone: null, result: null, running: false }),
    );
    setRows(given(fresh, wanted));
  };

  const choose = (index: number, phone: Phone | null) =>
    change(
      (row) => row.index === index,
      () => ({ phone, result: null }),
    );

  const redeem = async (): Promise<Redeemed[]> => {
    const ready = rows.filter((row) => stateOf(row) === 'ready');
    if (ready.length === 0) return [];
    const among = (row: CodeRow) => ready.some(({ index }) => index === row.index);
    setBusy('redeeming');
    setFault(null);
    change(among, () => ({ running: true }));
    const body = {
      codes: ready.map(({ code, phone }) => ({ code, ...(phone ? { phoneId: phone.phoneId } : {}) })),
    };
    const { data, error } = await use(body);
    setBusy(null);
    const resultOf = (row: CodeRow) => data?.list[ready.findIndex(({ index }) => index === row.index)] ?? null;
    change(among, (row) => ({ running: false, result: resultOf(row) }));
    if (error) setFault(error as CallFault);
    return (data?.list ?? []).flatMap(({ redeemed }) => redeemed ?? []);
  };

  return { text, setText, pasted, codes, rows, fault, busy, check, choose, redeem };
}
