// Batch bar of the list: actions on the selected phones, their estimated duration, and the reasons why some are not possible.
import type { TFunction } from 'i18next';
import { CalendarPlus, Copy, Download, Eye, Globe, Layers, SquareArrowOutUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import { constants, orderLimits } from '@/core/rules';
import { useOffers } from '@/shell/palette/offers';
import { type BatchAction, BatchBar } from '@/ui/batch/BatchBar';
import { blockingCount } from '@/ui/batch/blocked';
import type { Selection } from '@/ui/batch/useSelection';
import { useCopy } from '@/ui/copy/Copy';
import { type Column, tableCsv } from '@/ui/list/columns';
import { Thumb } from '@/ui/phone/Thumb';
import { saveText } from '@/ui/saveText';
import type { Phone } from '../api';
import { idOf } from '../list/PhoneTable';
import { StillPicture } from '../pictures/Deck';
import { playState, viewPhone } from '../view';
import { blockageBy, blockageOf, buyPath, renewBlockageOf, usePhoneActions, whyNoProxy } from './actions';
import { useRunAction } from './PhoneActions';
import { useOpenPhone } from './useOpenPhone';

const FILM_MAX = 8;

interface Props {
  selection: Selection<Phone>;
  /** Selected phones, with the list's present data. */
  rows: readonly Phone[];
  /** Words that name the phones which left the selection; empty where none did. */
  left: string;
  columns: readonly Column<Phone>[];
  /** Controls beside the count. */
  more?: ReactNode;
}

export default function PhoneBatch({ selection, rows, left, columns, more }: Props) {
  const { t } = useTranslation();
  const open = useOpenPhone();
  const copy = useCopy();
  const run = useRunAction();
  const navigate = useNavigate();
  const [only] = rows;
  const one = only && rows.length === 1 ? viewPhone(only) : null;
  const stopped = (allowed: boolean, reason: string) =>
    only && !allowed ? { ids: [only.phoneId], reason } : undefined;

  // Actions that open one phone are offered only while one is selected.
  const single: BatchAction[] =
    only && one
      ? [
          {
            key: 'open',
            label: t('list.open'),
            icon: SquareArrowOutUpRight,
            primary: true,
            blocked: stopped(one.open.allowed, one.open.reason),
            onRun: () => open(only),
          },
          {
            key: 'watch',
            label: t('list.watch'),
            icon: Eye,
            blocked: stopped(one.watch.allowed, one.watch.reason),
            onRun: () => open(only, 'view'),
          },
        ]
      : [];
  const renew: BatchAction = {
    key: 'renew',
    label: t('list.renew'),
    hint: t('list.renewHint'),
    icon: CalendarPlus,
    cap: orderLimits().linesMax,
    blocked: renewBlockageOf(rows, t),
    onRun: () => void navigate(buyPath(rows, 'renew')),
  };
  const { batchMax: cap, authorizeMax } = constants();
  const done = usePhoneActions().map((action): BatchAction => {
    const { key, icon, danger } = action;
    return {
      key,
      icon,
      cap: key === 'authorize' || key === 'recall' ? authorizeMax : cap,
      label: t(`actions.${key}`),
      hint: t(`actions.${key}Hint`),
      danger: danger === true,
      blocked: blockageOf(action, rows, t),
      onRun: () => run(key, rows, selection.clear),
    };
  });
  const actions: BatchAction[] = [
    ...single,
    ...useGroupControl(rows),
    renew,
    ...done.filter(({ danger }) => !danger),
    {
      key: 'proxy',
      label: t('list.proxy'),
      hint: t('list.proxyHint'),
      icon: Globe,
      cap,
      blocked: blockageBy(rows, t, whyNoProxy),
      onRun: () => run('proxy', rows, selection.clear),
    },
    {
      key: 'copy',
      label: t('list.copyIds'),
      icon: Copy,
      onRun: () => void copy(rows.map((phone) => phone.owlId).join('\n'), t('list.copiedIds', { count: rows.length })),
    },
    {
      key: 'export',
      label: t('list.export'),
      icon: Download,
      onRun: () => saveText('phones.csv', tableCsv(columns, rows)),
    },
    ...done.filter(({ danger }) => danger),
  ];

  const ids = rows.map((phone) => phone.phoneId);
  useOffers(
    actions
      .filter((action) => blockingCount(action, ids) === 0)
      .map(({ key, label, icon, onRun }) => ({
        key,
        icon,
        title: t('list.onSelected', { label, count: rows.length }),
        run: onRun,
      })),
  );
  return (
    <BatchBar
      selected={ids}
      cap={cap}
      film={rows.slice(0, FILM_MAX).map((phone) => (
        <Thumb key={phone.phoneId} width={20}>
          <StillPicture phoneId={phone.phoneId} />
        </Thumb>
      ))}
      actions={actions}
      onKeep={(ids) => selection.replace(rows.filter((phone) => ids.includes(phone.phoneId)))}
      onClear={selection.clear}
      left={left}
      more={more}
    />
  );
}

/** Group control: one phone is played and the others follow; offered for a number of phones that a group may have. */
function useGroupControl(rows: readonly Phone[]): BatchAction[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { groupMin, groupMax } = constants();
  if (rows.length < groupMin) return [];
  const master = rows.find((phone) => playState(phone).allowed);
  return [
    {
      key: 'group',
      label: t('list.groupControl'),
      hint: t('list.groupControlHint'),
      icon: Layers,
      primary: true,
      cap: groupMax,
      blocked: groupBlockageOf(rows, groupMin, t),
      onRun: () => {
        if (master) void navigate(paths.group(rows.map(idOf), master.phoneId));
      },
    },
  ];
}

/** Reason why the phones are no group: a group needs a minimum of playable phones, and may contain others. */
function groupBlockageOf(phones: readonly Phone[], least: number, t: TFunction): BatchAction['blocked'] {
  const blocked = blockageBy(phones, t, (phone) => {
    const { allowed, reason } = playState(phone);
    return allowed ? null : reason;
  });
  return blocked && phones.length - blocked.ids.length < least ? blocked : undefined;
}
