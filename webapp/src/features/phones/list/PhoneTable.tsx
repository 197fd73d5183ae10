// Table of the phones: its columns and cells. The table component is loaded when it is first shown.
import { Button, Tooltip } from 'antd';
import type { TFunction } from 'i18next';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/core/rules';
import { useStatusWords } from '@/core/statusWords';
import type { Selection } from '@/ui/batch/useSelection';
import { CopyId } from '@/ui/copy/CopyId';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { type Column, chosenColumns } from '@/ui/list/columns';
import type { DataTableProps } from '@/ui/list/DataTable';
import { StatusTag } from '@/ui/phone/StatusTag';
import { lookOfStatus } from '@/ui/phone/statusLook';
import { Thumb } from '@/ui/phone/Thumb';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { Elapsed } from '@/ui/time/Countdown';
import { Lease } from '@/ui/time/RemainingTime';
import { TimeAgo } from '@/ui/time/TimeAgo';
import { useWide } from '@/ui/useWide';
import { PhoneMenu } from '../actions/PhoneMenu';
import { useOpenPhone } from '../actions/useOpenPhone';
import type { Phone } from '../api';
import { ShareMark, tagWords } from '../card/PhoneCard';
import { padTypes } from '../padTypes';
import { LivePicture } from '../pictures/Deck';
import { sharedWords } from '../sharedWords';
import { isOver, viewPhone } from '../view';
import type { ListState, SortType } from './listState';
import styles from './PhoneTable.module.css';

const DataTable = lazyWithRetry<DataTableProps<Phone>>(() => import('@/ui/list/DataTable'));

export const nameOf = (phone: Phone): string => phone.phoneAlias || phone.owlId;
export const idOf = (phone: Phone): number => phone.phoneId;

const carriers = {
  mobile: 'list.carrierMobile',
  unicom: 'list.carrierUnicom',
  telecom: 'list.carrierTelecom',
} as const;

/** Account that granted the phone, or that it is shared with; nothing for an own phone that is not shared. */
const relation = (phone: Phone, t: TFunction): string =>
  phone.accreditType ? t('list.grantedTo', { phone: phone.ownerPhone ?? '' }) : (sharedWords(phone, t) ?? '');

const padTypeOf = (phone: Phone, t: TFunction): string => {
  const words = padTypes[phone.padType];
  return words ? t(words) : '';
};

const groupOf = (phone: Phone, names: ReadonlyMap<number, string>): string =>
  phone.groupId === null ? '' : (names.get(phone.groupId) ?? '');

const statusOf = (phone: Phone) => ({
  code: phone.businessStatus,
  power: phone.power,
  since: phone.statusSince,
  running: phone.operation?.kind,
  expectedMs: phone.operation?.expectedMs,
  expired: isOver(phone),
  recycled: phone.rental === 'recycled',
});

/** Columns of the table; a narrow table drops carrier, system and the like first. */
export function usePhoneColumns(now: number, groupNames: ReadonlyMap<number, string>): Column<Phone>[] {
  const { t } = useTranslation();
  const statusWords = useStatusWords();
  return useMemo(
    () => [
      {
        key: 'phone',
        title: t('list.phone'),
        width: 178,
        fixed: true,
        sort: '3',
        render: (phone) => <PhoneCell phone={phone} />,
        csv: nameOf,
      },
      { key: 'id', title: 'ID', width: 0, fixed: true, phone: 'none', render: () => null, csv: (phone) => phone.owlId },
      {
        key: 'status',
        title: t('list.status'),
        width: 168,
        fixed: true,
        phone: 'side',
        render: (phone) => (
          <div className={styles.status}>
            <StatusTag plain {...statusOf(phone)} reason={phone.reason} />
            <UnderwayLine phone={phone} />
          </div>
        ),
        csv: (phone) =>
          isOver(phone)
            ? t(phone.rental === 'recycled' ? 'status.recycled' : 'status.expired')
            : lookOfStatus(statusOf(phone), statusWords).view.label,
      },
      {
        key: 'expires',
        phone: 'bare',
        title: t('list.expires'),
        width: 164,
        sort: '2',
        render: (phone) => <Lease until={phone.expireTime} now={now} />,
        csv: (phone) => formatTime(phone.expireTime),
      },
      {
        key: 'group',
        phone: 'bare',
        title: t('groups.name'),
        width: 84,
        leaves: 3,
        render: (phone) => groupOf(phone, groupNames) || '—',
        csv: (phone) => groupOf(phone, groupNames),
      },
      {
        key: 'tags',
        phone: 'bare',
        title: t('list.tags'),
        width: 84,
        leaves: 3,
        render: (phone) => tagWords(phone) || '—',
        csv: tagWords,
      },
      {
        key: 'relation',
        phone: 'bare',
        title: t('list.relation'),
        width: 100,
        leaves: 1,
        render: (phone) => relation(phone, t) || '—',
        csv: (phone) => relation(phone, t),
      },
      {
        key: 'assigned',
        phone: 'none',
        title: t('list.sort1'),
        width: 100,
        leaves: 2,
        sort: '1',
        render: (phone) => (
          <span className={styles.when}>
            <TimeAgo at={phone.assignTime} now={now} />
          </span>
        ),
        csv: (phone) => formatTime(phone.assignTime),
      },
      {
        key: 'system',
        phone: 'none',
        title: t('list.android'),
        width: 120,
        leaves: 4,
        render: (phone) => (
          <span className={styles.system}>
            <span>Android {phone.androidVersion}</span>
            <small>{phone.chip}</small>
          </span>
        ),
        csv: (phone) => `Android ${phone.androidVersion} ${phone.chip}`,
      },
      {
        key: 'carrier',
        phone: 'none',
        title: t('list.carrier'),
        width: 86,
        leaves: 5,
        render: (phone) => t(carriers[phone.operator]),
        csv: (phone) => t(carriers[phone.operator]),
      },
      {
        key: 'dpi',
        title: t('facts.dpi'),
        width: 60,
        leaves: 6,
        phone: 'none',
        render: (phone) => phone.dpi,
        csv: (phone) => String(phone.dpi),
      },
      {
        key: 'padType',
        title: t('facts.padTypeOf'),
        width: 110,
        leaves: 6,
        phone: 'none',
        render: (phone) => padTypeOf(phone, t) || '—',
        csv: (phone) => padTypeOf(phone, t),
      },
      {
        key: 'phoneId',
        title: t('facts.phoneId'),
        width: 170,
        leaves: 7,
        phone: 'none',
        render: (phone) => <CopyId id={String(phone.phoneId)} />,
        csv: (phone) => String(phone.phoneId),
      },
      {
        key: 'actions',
        title: '',
        width: 172,
        fixed: true,
        align: 'right',
        render: (phone) => <Actions phone={phone} />,
      },
    ],
    [t, now, groupNames, statusWords],
  );
}

interface Props {
  phones: readonly Phone[];
  columns: readonly Column<Phone>[];
  hidden: readonly string[];
  selection: Selection<Phone>;
  state: Pick<ListState, 'sortType' | 'sortOrder'>;
  onSort: (part: Pick<ListState, 'sortType' | 'sortOrder'>) => void;
}

export function PhoneTable({ phones, columns, hidden, selection, state, onSort }: Props) {
  const { t } = useTranslation();
  const open = useOpenPhone();
  const shown = chosenColumns(columns, hidden).filter((column) => column.width > 0);
  return (
    <Suspense fallback={<RowSkeletons count={phones.length} />}>
      <DataTable
        label={t('pages.phones')}
        columns={shown}
        rows={phones}
        idOf={idOf}
        nameOf={nameOf}
        selection={selection}
        sort={{
          by: String(state.sortType),
          order: state.sortOrder,
          onChange: (by, order) => onSort({ sortType: Number(by) as SortType, sortOrder: order }),
        }}
        onOpen={open}
      />
    </Suspense>
  );
}

function PhoneCell({ phone }: { phone: Phone }) {
  const view = viewPhone(phone);
  return (
    <div className={styles.phone}>
      <Thumb>
        <LivePicture phoneId={phone.phoneId} live={view.open.allowed} />
      </Thumb>
      <div className={styles.who}>
        <span className={styles.name}>
          <b title={nameOf(phone)}>{nameOf(phone)}</b>
          <ShareMark phone={phone} />
        </span>
        <CopyId id={phone.owlId} />
      </div>
    </div>
  );
}

function Actions({ phone }: { phone: Phone }) {
  const { t } = useTranslation();
  const open = useOpenPhone();
  // On a phone's screen a tap on the row opens the phone.
  const wide = useWide();
  const view = viewPhone(phone);
  const name = nameOf(phone);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps a double click on a link from opening twice.
    <span className={styles.actions} onDoubleClick={(event) => event.stopPropagation()}>
      {view.watch.allowed && phone.level !== 'view' ? (
        <Button type="link" size="small" aria-label={t('list.watchName', { name })} onClick={() => open(phone, 'view')}>
          {t('list.watch')}
        </Button>
      ) : null}
      {wide ? (
        <Tooltip title={view.open.allowed ? '' : view.open.reason} trigger={['hover', 'focus']}>
          <Button
            type="link"
            size="small"
            aria-label={t('list.openName', { name })}
            aria-disabled={!view.open.allowed}
            className={view.open.allowed ? '' : (styles.shut ?? '')}
            onClick={() => open(phone)}
          >
            {t('list.open')}
          </Button>
        </Tooltip>
      ) : null}
      <PhoneMenu phone={phone} name={name} className={`owl-plain-button ${styles.more}`} />
    </span>
  );
}

/** Operation that does not change the phone's status, or that is queued. */
function UnderwayLine({ phone }: { phone: Phone }) {
  const { t } = useTranslation();
  const { operation } = phone;
  if (!operation) return null;
  if (viewPhone(phone).status.tone === 'busy') {
    if (operation.percent === null) return null;
    return <small className={`${styles.underway} owl-figures`}>{operation.percent} %</small>;
  }
  return (
    <small className={styles.underway}>
      <span>{operation.name}</span>{' '}
      {operation.queued ? (
        <span>{t('operations.queued')}</span>
      ) : (
        <Elapsed since={operation.since} expectedMs={operation.expectedMs} />
      )}
    </small>
  );
}
