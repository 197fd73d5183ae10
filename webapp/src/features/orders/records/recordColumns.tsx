// The columns of the order records: all that an order has, in a table and in a file.
import { Button } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFen, formatTime } from '@/core/rules';
import { CopyId } from '@/ui/copy/CopyId';
import type { Column } from '@/ui/list/columns';
import { Money } from '@/ui/Money';
import { useWide } from '@/ui/useWide';
import type { OrderRow } from '../api';
import { contentOf, methodText, minuteOf, stateText, typeText } from '../words';
import styles from './Records.module.css';
import { StateMark } from './StateMark';

export const idOf = ({ orderId }: OrderRow): number => orderId;

export function useRecordColumns(
  onOpen: (order: OrderRow) => void,
  onPay: (order: OrderRow) => void,
): Column<OrderRow>[] {
  const { t } = useTranslation();
  // A phone says in a line what an order is about, and the row itself opens it.
  const wide = useWide();
  return useMemo(
    () => [
      {
        key: 'number',
        title: t('orders.number'),
        width: 196,
        fixed: true,
        render: ({ orderNo }) => <CopyId id={orderNo} />,
        csv: ({ orderNo }) => orderNo,
      },
      {
        key: 'time',
        title: t('orders.time'),
        width: 128,
        leaves: 3,
        phone: 'bare',
        render: ({ createTime }) => (
          <time
            className="owl-figures owl-nowrap"
            dateTime={new Date(createTime).toISOString()}
            title={formatTime(createTime)}
          >
            {minuteOf(createTime)}
          </time>
        ),
        csv: ({ createTime }) => formatTime(createTime),
      },
      {
        key: 'type',
        title: t('orders.type'),
        phone: 'none',
        width: 84,
        leaves: 4,
        render: ({ type }) => typeText(type, t),
        csv: ({ type }) => typeText(type, t),
      },
      {
        key: 'spec',
        title: t('orders.spec'),
        width: 112,
        phone: 'bare',
        render: (order) =>
          wide ? (
            <span className={styles.cut} title={order.specName}>
              {order.specName}
            </span>
          ) : (
            contentOf(order, t)
          ),
        csv: ({ specName }) => specName,
      },
      {
        key: 'package',
        title: t('orders.package'),
        phone: 'none',
        width: 84,
        leaves: 5,
        render: ({ packageDays }) => packageText(packageDays, t('orders.mixed'), (n) => t('buy.days', { count: n })),
        csv: ({ packageDays }) => packageText(packageDays, t('orders.mixed'), (n) => t('buy.days', { count: n })),
      },
      {
        key: 'quantity',
        title: t('orders.quantity'),
        phone: 'none',
        width: 78,
        align: 'right',
        leaves: 6,
        render: ({ quantity }) => <span className="owl-figures">{quantity}</span>,
        csv: ({ quantity }) => String(quantity),
      },
      {
        key: 'price',
        title: t('orders.price'),
        phone: 'bare',
        width: 96,
        align: 'right',
        render: ({ totalFen }) => <Money fen={totalFen} />,
        csv: ({ totalFen }) => formatFen(totalFen).replaceAll(',', ''),
      },
      {
        key: 'refunded',
        title: t('orders.refundedFen'),
        phone: 'none',
        width: 88,
        align: 'right',
        leaves: 9,
        render: ({ refundedFen }) => (refundedFen > 0 ? <Money fen={refundedFen} /> : '–'),
        csv: ({ refundedFen }) => formatFen(refundedFen).replaceAll(',', ''),
      },
      {
        key: 'method',
        title: t('orders.payMethod'),
        phone: 'none',
        width: 128,
        leaves: 7,
        render: (order) => methodText(order, t),
        csv: (order) => methodText(order, t),
      },
      {
        key: 'state',
        title: t('orders.state'),
        width: 136,
        phone: 'side',
        render: ({ state }) => <StateMark state={state} />,
        csv: ({ state }) => stateText(state, t),
      },
      {
        key: 'serial',
        title: t('orders.serial'),
        phone: 'none',
        width: 160,
        leaves: 8,
        render: ({ serialNo }) =>
          serialNo ? (
            <span className={styles.serial} title={serialNo}>
              <CopyId id={serialNo} />
            </span>
          ) : (
            '–'
          ),
        csv: ({ serialNo }) => serialNo ?? '',
      },
      {
        key: 'actions',
        title: '',
        width: 164,
        fixed: true,
        render: (order) => (
          <>
            {order.state === 'waiting' ? (
              <Button
                type="link"
                size="small"
                aria-label={t('orders.payName', { no: order.orderNo })}
                onClick={() => onPay(order)}
              >
                {t('orders.payNow')}
              </Button>
            ) : null}
            {wide ? (
              <Button
                type="link"
                size="small"
                aria-label={t('orders.openName', { no: order.orderNo })}
                onClick={() => onOpen(order)}
              >
                {t('orders.open')}
              </Button>
            ) : null}
          </>
        ),
      },
    ],
    [t, wide, onOpen, onPay],
  );
}

/** How long, in words; lines of several lengths have none in common. */
export function packageText(days: number | null | undefined, mixed: string, words: (n: number) => string): string {
  return days ? words(days) : mixed;
}
