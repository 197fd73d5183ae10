// Prices while they are typed: a matrix of packages and quantities, whose cells hold yuan as text.
import type { Body } from '@/core/operations';
import { formatFen, packageViews, parseYuan } from '@/core/rules';
import type { Configuration } from '../api';
import type { PriceVersion, StoredConfiguration } from './api';

export interface DraftPackage {
  /** As the server has it; below zero while it is new. */
  packageId: number;
  days: number;
  onSale: boolean;
  /** By the quantity from which it holds; an empty one is no step of this package. */
  cells: Readonly<Record<number, string>>;
}

export interface Draft {
  /** The quantities at which prices change, ascending; the first is 1. */
  froms: readonly number[];
  packages: readonly DraftPackage[];
}

const FIRST_DAYS = 30;

/** A price as a field holds it: yuan without commas. */
const yuanOf = (fen: number): string => formatFen(fen).replaceAll(',', '');

/** A version as a matrix; without one the first package of an empty shop. */
export function draftOf(version: PriceVersion | undefined): Draft {
  if (!version) return { froms: [1], packages: [{ packageId: -1, days: FIRST_DAYS, onSale: true, cells: {} }] };
  const froms = new Set([1]);
  for (const { tiers } of version.packages) for (const { from } of tiers) froms.add(from);
  return {
    froms: [...froms].sort((a, b) => a - b),
    packages: version.packages.map(({ packageId, days, onSale, tiers }) => ({
      packageId,
      days,
      onSale,
      cells: Object.fromEntries(tiers.map(({ from, unitFen }) => [from, yuanOf(unitFen)])),
    })),
  };
}

type Offers = Body<'save_price_draft'>['packages'];

/** Packages that the server is asked to keep. A cell that is no amount goes as 0, which the server refuses in words beside the field. */
export const offersOf = ({ froms, packages }: Draft): Offers =>
  packages.map(({ days, onSale, cells }) => ({ days, onSale, tiers: tiersOf(froms, cells) }));

function tiersOf(froms: readonly number[], cells: DraftPackage['cells']) {
  return froms
    .filter((from) => (cells[from] ?? '').trim() !== '')
    .map((from) => ({ from, unitFen: parseYuan((cells[from] ?? '').trim()) ?? 0 }));
}

/** Where a refusal belongs: a package, and the quantity whose price it is about. */
export function cellOf(field: string, draft: Draft): { at: number; from: number | undefined } | null {
  const [, at, tier] = /^packages\.(\d+)\.(?:days|tiers)(?:\.(\d+)\.unitFen)?$/.exec(field) ?? [];
  const one = at === undefined ? undefined : draft.packages[Number(at)];
  if (!one || at === undefined) return null;
  return {
    at: Number(at),
    from: tier === undefined ? undefined : tiersOf(draft.froms, one.cells)[Number(tier)]?.from,
  };
}

/** The price of a cell in another draft, where that has one. */
export const priceIn = (draft: Draft, days: number, from: number): string | undefined =>
  draft.packages.find((one) => one.days === days)?.cells[from];

/** How many things differ: prices, whether packages are sold, packages that came or went. */
export function changesOf(draft: Draft, base: Draft): number {
  let count = base.packages.filter(({ days }) => !draft.packages.some((one) => one.days === days)).length;
  const froms = new Set([...draft.froms, ...base.froms]);
  for (const { days, onSale, cells } of draft.packages) {
    const before = base.packages.find((one) => one.days === days);
    if (!before) count += 1;
    else {
      if (before.onSale !== onSale) count += 1;
      for (const from of froms) if (fenOf(cells[from]) !== fenOf(before.cells[from])) count += 1;
    }
  }
  return count;
}

export const fenOf = (cell: string | undefined): number | undefined =>
  cell === undefined || cell.trim() === '' ? undefined : (parseYuan(cell.trim()) ?? -1);

type Whole = Configuration['packages'][number];

/** Whether the rules take a package as it is typed so far. */
function isWhole(one: Whole): boolean {
  try {
    return packageViews([one]).length === 1;
  } catch {
    return false;
  }
}

/** A configuration as members would see it with these prices; packages that are not whole yet are left out. */
export function shownWith(kept: StoredConfiguration, draft: Draft, name: string): Configuration {
  const whole = draft.packages
    .filter(({ onSale, days }) => onSale && days >= 1)
    .map(({ packageId, days, cells }) => ({ packageId, days, tiers: tiersOf(draft.froms, cells) }))
    .filter(isWhole);
  return { ...kept, name, reserved: 0, free: [], packages: whole.sort((a, b) => a.days - b.days) };
}
