// The orders of all members: found by number, member, state, kind and days, and taken away as they are filtered.
import { Select } from 'antd';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/core/rules';
import { ExportButton } from '@/features/admin/ExportButton';
import { usePageTitle } from '@/shell/usePageTitle';
import { CopyId } from '@/ui/copy/CopyId';
import { DayField } from '@/ui/fields/DayField';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import type { Column } from '@/ui/list/columns';
import { dayFilter } from '@/ui/list/days';
import { RowTitle } from '@/ui/list/RowTitle';
import { SearchField } from '@/ui/list/SearchField';
import { TablePage } from '@/ui/list/TablePage';
import { listCodec, oneOf, opening, textFilter, useUrlState } from '@/ui/list/urlState';
import { Money } from '@/ui/Money';
import { states } from '../records/recordState';
import { StateMark } from '../records/StateMark';
import { contentOf, methodText, minuteOf, stateText, typeText } from '../words';
import { type OwnedOrder, useListAllOrdersQuery } from './api';
import styles from './Desk.module.css';
import { DeskTabs } from './DeskTabs';

const AnyOrderDrawer = lazyWithRetry(() => import('./AnyOrderDrawer'), 'over');

const codec = opening(
  listCodec({
    q: textFilter(),
    type: oneOf('all', '1', '2', '3'),
    state: oneOf('all', ...states),
    wallet: oneOf('all', '1', '2'),
    from: dayFilter(),
    until: dayFilter(),
    order: textFilter(),
  }),
  'order',
);

const none = { q: '', type: 'all', state: 'all', wallet: 'all', from: '', until: '' } as const;

export default function AllOrdersPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('desk.title'));
  const [state, change] = useUrlState(codec);
  const { q, pageNo, pageSize } = state;
  const keyword = q.trim();
  const filter: Record<string, string> = {
    ...(keyword ? { keyword } : {}),
    ...(state.type === 'all' ? {} : { type: state.type }),
    ...(state.state === 'all' ? {} : { state: state.state }),
    ...(state.wallet === 'all' ? {} : { wallet: state.wallet }),
    ...(state.from ? { fromDay: state.from } : {}),
    ...(state.until ? { untilDay: state.until } : {}),
  };
  const answer = useListAllOrdersQuery({ pageNo, pageSize, filter }, { refetchOnMountOrArgChange: true });
  const open = useCallback((order: OwnedOrder) => change({ order: String(order.orderId) }), [change]);
  const columns = useColumns(open);
  const totalWords = (count: number) => t('desk.ordersTotal', { count });
  const opened = /^\d{1,16}$/.test(state.order) ? Number(state.order) : null;
  return (
    <TablePage<OwnedOrder>
      title={t('desk.title')}
      heading={heading}
      facts={
        answer.currentData ? (
          <p className={styles.facts}>
            <span>{totalWords(answer.currentData.total)}</span>
            <span>
              {t('desk.paid')} <Money fen={answer.currentData.paidFen} />
            </span>
            <span>
              {t('desk.refunded')} <Money fen={answer.currentData.refundedFen} />
            </span>
          </p>
        ) : null
      }
      actions={<ExportButton operation="export_orders" query={filter} />}
      filters={
        <>
          <DeskTabs />
          <SearchField value={q} placeholder={t('desk.search')} onSearch={(next) => change({ q: next })} />
          <Select<(typeof state)['type']>
            aria-label={t('orders.type')}
            className={styles.select ?? ''}
            value={state.type}
            onChange={(type) => change({ type })}
            options={[
              { value: 'all', label: t('desk.anyType') },
              ...(['1', '2', '3'] as const).map((value) => ({ value, label: typeText(Number(value), t) })),
            ]}
          />
          <Select<(typeof state)['state']>
            aria-label={t('orders.state')}
            className={styles.select ?? ''}
            value={state.state}
            onChange={(next) => change({ state: next })}
            options={[
              { value: 'all', label: t('desk.anyState') },
              ...states.map((value) => ({ value, label: stateText(value, t) })),
            ]}
          />
          <Select<(typeof state)['wallet']>
            aria-label={t('orders.payMethod')}
            className={styles.select ?? ''}
            value={state.wallet}
            onChange={(wallet) => change({ wallet })}
            options={[
              { value: 'all', label: t('desk.anyWallet') },
              { value: '1', label: t('pay.alipay') },
              { value: '2', label: t('pay.wechat') },
            ]}
          />
          <DayField
            aria-label={t('desk.from')}
            placeholder={t('desk.from')}
            value={state.from}
            max={state.until || undefined}
            clearable
            onChange={(from) => change({ from })}
          />
          <DayField
            aria-label={t('desk.until')}
            placeholder={t('desk.until')}
            value={state.until}
            min={state.from || undefined}
            clearable
            onChange={(until) => change({ until })}
          />
        </>
      }
      answer={answer}
      failed={t('desk.ordersFailed')}
      empty={{ look: 'open', title: t('desk.noOrders'), text: t('desk.noOrdersText') }}
      unmatched={
        Object.keys(filter).length > 0
          ? {
              title: t('desk.noMatch'),
              text: t('desk.noMatchText'),
              step: { label: t('desk.clear'), onClick: () => change(none) },
            }
          : undefined
      }
      paging={{ pageNo, pageSize }}
      onChange={change}
      totalWords={totalWords}
      columns={columns}
      idOf={({ orderId }) => orderId}
      nameOf={({ orderNo }) => orderNo}
      onOpen={open}
      dock={opened === null ? null : <AnyOrderDrawer orderId={opened} onClose={() => change({ order: '' })} />}
    />
  );
}

function useColumns(onOpen: (order: OwnedOrder) => void): Column<OwnedOrder>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'what',
        title: t('desk.order'),
        width: 220,
        fixed: true,
        render: (order) => (
          <span className={styles.two}>
            <RowTitle onOpen={() => onOpen(order)}>{contentOf(order, t)}</RowTitle>
            <CopyId id={order.orderNo} />
          </span>
        ),
      },
      { key: 'member', title: t('desk.member'), width: 120, render: ({ member }) => member },
      {
        key: 'time',
        title: t('orders.time'),
        width: 128,
        leaves: 2,
        render: ({ createTime }) => (
          <time
            className="owl-figures owl-nowrap"
            dateTime={new Date(createTime).toISOString()}
            title={formatTime(createTime)}
          >
            {minuteOf(createTime)}
          </time>
        ),
      },
      {
        key: 'price',
        title: t('orders.price'),
        width: 96,
        align: 'right',
        phone: 'side',
        render: ({ totalFen }) => <Money fen={totalFen} />,
      },
      {
        key: 'refunded',
        title: t('orders.refundedFen'),
        width: 88,
        align: 'right',
        leaves: 4,
        phone: 'none',
        render: ({ refundedFen }) => (refundedFen > 0 ? <Money fen={refundedFen} /> : '–'),
      },
      { key: 'method', title: t('orders.payMethod'), width: 128, leaves: 3, render: (order) => methodText(order, t) },
      { key: 'state', title: t('orders.state'), width: 128, render: ({ state }) => <StateMark state={state} /> },
    ],
    [t, onOpen],
  );
}
