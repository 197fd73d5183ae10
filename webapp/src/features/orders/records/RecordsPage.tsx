// The order records: filters in the address, a table, sums of what was found, a file of it, and one order's details beside it.

import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import { CommonLimits } from '@/contract/constants';
import type { CallFault } from '@/core/http';
import { usePageTitle } from '@/shell/usePageTitle';
import { useToasts } from '@/ui/announce/Toasts';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { allPages } from '@/ui/list/allPages';
import ColumnChooser from '@/ui/list/ColumnChooser';
import { CsvButton } from '@/ui/list/CsvButton';
import { chosenColumns } from '@/ui/list/columns';
import { TablePage } from '@/ui/list/TablePage';
import { useUrlState } from '@/ui/list/urlState';
import { useColumnChoice } from '@/ui/list/useColumnChoice';
import { useLastPage } from '@/ui/list/useLastPage';
import { Money } from '@/ui/Money';
import { faultWords } from '@/ui/states/faultWords';
import { type OrderRow, useLazyListOrdersQuery, useListOrdersQuery } from '../api';
import { useOrderNews } from '../useOrderNews';
import { RecordFilters } from './RecordFilters';
import styles from './Records.module.css';
import { idOf, useRecordColumns } from './recordColumns';
import { filterCount, noFilter, questionOf, type RecordState, recordCodec } from './recordState';

const OrderDrawer = lazyWithRetry(() => import('./OrderDrawer'), 'over');
const PayWaiting = lazyWithRetry(() => import('../pay/PayWaiting'), 'over');

/** Rows that a file holds at most, and the largest page that the server answers. */
const FILE_MAX = 10_000;

const codec = recordCodec();

export default function RecordsPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.orders'));
  const navigate = useNavigate();
  const [state, change] = useUrlState(codec);
  useOrderNews();
  const answer = useListOrdersQuery(questionOf(state), {
    refetchOnMountOrArgChange: true,
    refetchOnReconnect: true,
  });
  const { currentData } = answer;
  const open = useCallback((order: OrderRow) => change({ orderId: order.orderId }), [change]);
  // The dialog outlives the order's waiting: it says what became of it.
  const [paying, setPaying] = useState<OrderRow | null>(null);
  const columns = useRecordColumns(open, setPaying);
  const [hidden, chooseColumns] = useColumnChoice('orders');
  const fetchAll = useFetchAll(state);
  const total = currentData?.total ?? 0;
  const isGone = useLastPage(paths.orders, codec, state, { rows: currentData?.list, total });

  return (
    <TablePage<OrderRow>
      title={t('orders.title')}
      heading={heading}
      facts={
        currentData && total > 0 ? (
          <span className={styles.sums}>
            {t('orders.paidSum')} <Money fen={currentData.paidFen} />
            {currentData.refundedFen > 0 ? (
              <span>
                {' · '}
                {t('orders.refundedSum')} <Money fen={currentData.refundedFen} />
              </span>
            ) : null}
          </span>
        ) : null
      }
      actions={
        <>
          <ColumnChooser columns={columns} hidden={hidden} onChange={chooseColumns} />
          <CsvButton name={t('orders.file')} columns={columns} fetchAll={fetchAll} disabled={total === 0} />
        </>
      }
      filters={<RecordFilters state={state} onChange={change} />}
      answer={answer}
      isGone={isGone}
      failed={t('orders.failed')}
      empty={{
        title: t('orders.empty'),
        text: t('orders.emptyText'),
        step: { label: t('orders.emptyStep'), primary: true, onClick: () => void navigate(paths.buy) },
      }}
      unmatched={
        filterCount(state) > 0
          ? {
              title: t('orders.noMatch'),
              text: t('orders.noMatchText'),
              step: { label: t('orders.clear'), onClick: () => change({ ...noFilter }) },
            }
          : undefined
      }
      paging={state}
      onChange={change}
      totalWords={(count) => t('orders.total', { count })}
      columns={chosenColumns(columns, hidden)}
      idOf={idOf}
      nameOf={({ orderNo }) => orderNo}
      onOpen={open}
      over={
        <>
          {paying ? <PayWaiting order={paying} onClose={() => setPaying(null)} /> : null}
          {state.orderId > 0 ? (
            <OrderDrawer key={state.orderId} orderId={state.orderId} onClose={() => change({ orderId: 0 })} />
          ) : null}
        </>
      }
    />
  );
}

/** All orders that the filters find, as many as a file holds: whoever gets fewer is told. Null when the server refused, which then was told. */
function useFetchAll(state: RecordState): () => Promise<OrderRow[] | null> {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [list] = useLazyListOrdersQuery();
  return async () => {
    const page = async (pageNo: number) => {
      const { data, error } = await list({ ...questionOf(state), pageNo, pageSize: CommonLimits.pageSizeMax });
      // A refusal may come beside what was answered before.
      if (data && !error) return data;
      toasts.failed(faultWords(error as CallFault, t));
      return null;
    };
    const found = await allPages(page, CommonLimits.pageSizeMax, FILE_MAX);
    if (!found) return null;
    const { rows, total } = found;
    if (rows.length < total) {
      toasts.warned(t('orders.fileCut'), { text: t('orders.fileCutText', { n: rows.length, total }) });
    }
    return rows;
  };
}
