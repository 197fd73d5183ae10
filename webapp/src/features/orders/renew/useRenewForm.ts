// Choices on the renewal page, what they cost, and the order that they make.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { orderLimits, type Zone } from '@/core/rules';
import { useSelection } from '@/ui/batch/useSelection';
import { type Draft, RENEWAL, type Shelf, UPGRADE } from '../api';
import type { Paid, PanelLine } from '../OrderPanel';
import { noneLeft } from '../words';
import { dayOf, endOfDay } from './days';
import { alignedOf, configurationOf, type RenewPhone, renewalOf, upgradeOf } from './renewal';
import type { useOwnPhones } from './useOwnPhones';

export const modes = ['package', 'align', 'upgrade'] as const;
export type Mode = (typeof modes)[number];

const idOf = ({ id }: RenewPhone) => id;

/** The phones that the address names. */
const idsIn = (query: URLSearchParams): number[] =>
  (query.get('phoneIds') ?? '')
    .split(',')
    .filter((id) => /^\d{1,16}$/.test(id))
    .map(Number);

/** The phones of the order: at first those of the address, or those that end soon. */
export function useChosen({ atFirst }: Pick<ReturnType<typeof useOwnPhones>, 'atFirst'>, mode: Mode) {
  const [query] = useSearchParams();
  const many = useSelection<RenewPhone>(idOf, orderLimits().linesMax);
  const one = useSelection<RenewPhone>(idOf, 1);
  const begun = useRef(false);
  const { setAll, toggle } = { setAll: many.setAll, toggle: one.toggle };
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void atFirst(idsIn(query)).then((phones) => {
      setAll(phones, true);
      const [only] = phones;
      if (only && phones.length === 1) toggle(only);
    });
  }, [atFirst, query, setAll, toggle]);
  // A better phone is had for one at a time: another one takes its place.
  return mode === 'upgrade'
    ? { ...one, full: false, toggle: (row: RenewPhone) => (one.has(row.id) ? one.clear() : one.replace([row])) }
    : many;
}

/** The day on which the last of some phones ends. */
const lastDay = (phones: readonly RenewPhone[], now: number, zone: Zone): string =>
  dayOf(Math.max(now, ...phones.map((phone) => phone.expireTime)), zone);

interface Form {
  mode: Mode;
  phones: readonly RenewPhone[];
  shelf: Shelf;
  now: number;
}

/** Results of the choices: lines, price, why not, and the order's body. */
export function useRenewForm({ mode, phones, shelf, now }: Form) {
  const { t } = useTranslation();
  const [days, setDays] = useState<number>();
  const [own, setOwn] = useState<ReadonlyMap<number, number>>(new Map());
  const [wantedDay, setDay] = useState<string>();
  const [target, setTarget] = useState<number>();
  const { zone } = shelf.rules;
  const day = wantedDay ?? lastDay(phones, now, zone);
  const toMs = endOfDay(day, zone);
  const [first] = phones;

  const renewal =
    mode === 'package'
      ? renewalOf(shelf, phones, { days, own }, now)
      : mode === 'align' && toMs !== undefined
        ? alignedOf(shelf, phones, toMs, now)
        : null;
  const better = shelf.list.find(({ configurationId }) => configurationId === target);
  const upgrade = mode === 'upgrade' && first && better ? upgradeOf(shelf, first, better, now) : undefined;
  const price = mode === 'upgrade' ? upgrade : renewal?.price;

  const blocked =
    phones.length === 0
      ? t(mode === 'upgrade' ? 'renew.noneUpgrade' : 'renew.none')
      : mode === 'upgrade' && !better
        ? t('renew.noTarget')
        : mode === 'align' && toMs === undefined
          ? t('renew.noDay')
          : ((upgrade && better && noneLeft(better, t)) ?? price?.fault ?? (price ? null : t('renew.notSold')));

  const draft = (paid: Paid): Draft | null => {
    if (!price || price.fault) return null;
    const rest = { ...paid, agreed: true };
    if (mode === 'align' && toMs !== undefined) {
      return { type: RENEWAL, phoneIds: phones.map(idOf), alignMs: toMs, ...rest };
    }
    if (mode === 'upgrade') {
      return first && better
        ? { type: UPGRADE, phoneId: first.id, configurationId: better.configurationId, ...rest }
        : null;
    }
    const lines = (renewal?.lines ?? []).map((line) => ({ phoneId: line.phone.id, packageId: line.package.packageId }));
    return { type: RENEWAL, lines, ...rest };
  };

  const words: PanelLine[] = [];
  if (mode === 'upgrade') {
    if (first) words.push({ key: 'phone', words: first.name });
    if (first && better) {
      words.push({
        key: 'to',
        words: `${configurationOf(shelf, first)?.name ?? ''} → ${better.name} ${better.code}`.trim(),
      });
    }
    if (upgrade && !upgrade.fault) {
      words.push({
        key: 'days',
        words: t('renew.daysLeft', { count: upgrade.lines[0]?.days ?? 0 }),
        fen: upgrade.totalFen,
      });
    }
  } else {
    words.push({
      key: 'count',
      words: t('renew.count', { count: phones.length }),
      ...(price ? { fen: price.listFen } : {}),
    });
    if (mode === 'align' && toMs !== undefined) words.push({ key: 'align', words: t('renew.until', { date: day }) });
    if (price && price.discountFen > 0) {
      words.push({ key: 'less', words: t('renew.discount'), fen: -price.discountFen, saving: true });
    }
  }
  return {
    days,
    /** One length for all phones: what was chosen for a single one is forgotten. */
    chooseDays: (wanted: number) => {
      setDays(wanted);
      setOwn(new Map());
    },
    choosePackage: (phoneId: number, packageId: number) => setOwn((old) => new Map(old).set(phoneId, packageId)),
    day,
    chooseDay: setDay,
    target: better?.configurationId,
    chooseTarget: setTarget,
    lines: renewal?.lines ?? [],
    price,
    blocked,
    draft,
    words,
  };
}
