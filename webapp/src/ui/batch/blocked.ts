// Why an action of the deck cannot run on what is selected, and which selection would do.
import type { TFunction } from 'i18next';
import type { LucideIcon } from 'lucide-react';

/** An action of the deck. */
export interface BatchAction {
  key: string;
  label: string;
  icon: LucideIcon;
  onRun: () => void;
  /** Selected phones that keep the action from running, and why, in words. */
  blocked?: { ids: readonly number[]; reason: string } | undefined;
  /** Most phones that it takes. */
  cap?: number;
  /** Description of the effect, on hover and for screen readers. */
  hint?: string;
  /** Destructive: placed last, in the menu. */
  danger?: boolean;
  /** Primary: shown in the accent colour. */
  primary?: boolean;
}

export interface Blockage {
  /** Labels of the actions concerned. */
  labels: string[];
  /** The reason in words; none when it is the cap. */
  reason: string | null;
  /** The cap that was passed; none when it is a reason. */
  cap: number | null;
  /** How many phones are in the way. */
  count: number;
  /** Phones to select instead. */
  keep: number[];
}

/** How many phones keep an action from running; 0: it runs. */
export function blockingCount(action: BatchAction, selected: readonly number[]): number {
  const ids = action.blocked?.ids ?? [];
  if (ids.length > 0) return ids.length;
  return action.cap !== undefined && selected.length > action.cap ? selected.length - action.cap : 0;
}

/** Whether an action is for none of the selected: dimmed without a mark, since nothing is wrong with the selection. */
export const isForNone = (action: BatchAction, selected: readonly number[]): boolean =>
  (action.blocked?.ids.length ?? 0) > 0 && blockingCount(action, selected) >= selected.length;

/** Why an action does not run, and on how many where it would on the others; null when it runs. */
export function stoppedWords(action: BatchAction, selected: readonly number[], t: TFunction): string | null {
  const n = blockingCount(action, selected);
  if (n === 0) return null;
  const { blocked, cap = 0 } = action;
  if (!blocked || blocked.ids.length === 0) return t('batch.overCap', { cap, n: selected.length });
  const { reason } = blocked;
  return n < selected.length ? t('batch.some', { n, reason }) : reason;
}

/** Content of the amber line: the reason that stops most actions on some of the selected, those of one reason together. */
export function blockageOf(actions: readonly BatchAction[], selected: readonly number[]): Blockage | null {
  const found = new Map<string, Blockage>();
  for (const action of actions) {
    const count = blockingCount(action, selected);
    if (count === 0 || isForNone(action, selected)) continue;
    const ids = action.blocked?.ids ?? [];
    const byReason = ids.length > 0 && action.blocked;
    const key = byReason ? `${byReason.reason} ${ids.join()}` : `cap ${action.cap}`;
    const known = found.get(key);
    if (known) {
      known.labels.push(action.label);
      continue;
    }
    const stopped = new Set(ids);
    found.set(key, {
      labels: [action.label],
      reason: byReason ? byReason.reason : null,
      cap: byReason ? null : (action.cap ?? null),
      count,
      keep: byReason ? selected.filter((id) => !stopped.has(id)) : selected.slice(0, action.cap),
    });
  }
  const all = [...found.values()];
  return all.reduce<Blockage | null>(
    (most, each) => (most && most.labels.length >= each.labels.length ? most : each),
    null,
  );
}
