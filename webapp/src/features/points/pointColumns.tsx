// The columns of the points: all that a change has, in a table and in a file. On a phone a row begins with its type.
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/core/rules';
import { CopyId } from '@/ui/copy/CopyId';
import type { Column } from '@/ui/list/columns';
import { useWide } from '@/ui/useWide';
import type { PointRecord } from './api';
import styles from './Points.module.css';

export const idOf = ({ id }: PointRecord): number => id;

const figures = (n: number) => Math.abs(n).toLocaleString('en-US');
const changeText = (n: number) => `${n > 0 ? '+' : '−'}${figures(n)}`;
const dayText = (ms: number | null) => (ms === null ? '' : formatTime(ms).slice(0, 10));
const numberOf = ({ refundNo, orderNo }: PointRecord) => refundNo ?? orderNo;

const columnsBy = (t: TFunction) =>
  ({
    time: {
      key: 'time',
      title: t('points.time'),
      width: 176,
      render: ({ createTime }) => (
        <time className="owl-figures owl-nowrap" dateTime={new Date(createTime).toISOString()}>
          {formatTime(createTime)}
        </time>
      ),
      csv: ({ createTime }) => formatTime(createTime),
    },
    type: {
      key: 'type',
      title: t('points.type'),
      width: 104,
      render: ({ title }) => title,
      csv: ({ title }) => title,
    },
    text: {
      key: 'text',
      title: t('points.text'),
      width: 200,
      grows: true,
      render: ({ description }) => description,
      csv: ({ description }) => description,
    },
    order: {
      key: 'order',
      title: t('points.order'),
      width: 232,
      leaves: 2,
      phone: 'none',
      render: (record) => {
        const number = numberOf(record);
        return number ? <CopyId id={number} /> : '—';
      },
      csv: (record) => numberOf(record) ?? '',
    },
    change: {
      key: 'change',
      title: t('points.change'),
      width: 104,
      align: 'right',
      phone: 'side',
      render: ({ point }) => (
        <b className={`${styles.change} owl-figures`} data-gain={point > 0}>
          {changeText(point)}
        </b>
      ),
      csv: ({ point }) => String(point),
    },
    balance: {
      key: 'balance',
      title: t('points.balance'),
      width: 104,
      align: 'right',
      render: (record) => <span className="owl-figures">{figures(record.balance)}</span>,
      csv: (record) => String(record.balance),
    },
    ends: {
      key: 'ends',
      title: t('points.ends'),
      width: 120,
      align: 'right',
      leaves: 1,
      phone: 'none',
      render: ({ expireTime }) => <span className="owl-figures owl-nowrap">{dayText(expireTime) || '—'}</span>,
      csv: ({ expireTime }) => dayText(expireTime),
    },
  }) as const satisfies Record<string, Column<PointRecord>>;

export function usePointColumns(): Column<PointRecord>[] {
  const { t } = useTranslation();
  const wide = useWide();
  return useMemo(() => {
    const { time, type, text, order, change, balance, ends } = columnsBy(t);
    return wide ? [time, type, text, order, change, balance, ends] : [type, change, text, time, balance, order, ends];
  }, [t, wide]);
}
