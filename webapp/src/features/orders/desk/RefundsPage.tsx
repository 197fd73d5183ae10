// Refunds of all members: those that need a decision first, each with its evidence beside the list.
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '@/shell/usePageTitle';
import { CopyId } from '@/ui/copy/CopyId';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import type { Column } from '@/ui/list/columns';
import { RowTitle } from '@/ui/list/RowTitle';
import { SearchField } from '@/ui/list/SearchField';
import { TablePage } from '@/ui/list/TablePage';
import { listCodec, oneOf, opening, textFilter, useUrlState } from '@/ui/list/urlState';
import { Money } from '@/ui/Money';
import { TimeAgo } from '@/ui/time/TimeAgo';
import { contentOf } from '../words';
import { type RefundRow, useListRefundsQuery } from './api';
import styles from './Desk.module.css';
import { DeskTabs } from './DeskTabs';
import { RefundMark } from './RefundMark';
import { ResponsiveSelect } from './ResponsiveSelect';

const RefundDrawer = lazyWithRetry(() => import('./RefundDrawer'), 'over');

const shownStates = ['asked', 'failed', 'processing', 'done', 'refused'] as const;

const codec = opening(
  listCodec({ q: textFilter(), state: oneOf('all', ...shownStates), refund: textFilter() }),
  'refund',
);

export default function RefundsPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('desk.title'));
  const [{ q, state, refund, pageNo, pageSize }, change] = useUrlState(codec);
  const keyword = q.trim();
  const answer = useListRefundsQuery(
    { pageNo, pageSize, ...(state === 'all' ? {} : { state }), ...(keyword ? { keyword } : {}) },
    { refetchOnMountOrArgChange: true },
  );
  const rows = answer.currentData?.list ?? [];
  const open = useCallback((refundNo: string) => change({ refund: refundNo }), [change]);
  const columns = useColumns(open);
  return (
    <TablePage<RefundRow>
      title={t('desk.title')}
      heading={heading}
      filters={
        <>
          <DeskTabs />
          <SearchField value={q} placeholder={t('desk.search')} onSearch={(next) => change({ q: next })} />
          <ResponsiveSelect<typeof state>
            label={t('orders.state')}
            value={state}
            onChange={(next) => change({ state: next })}
            options={(['all', ...shownStates] as const).map((value) => ({
              value,
              label: t(`desk.refundFilter.${value}`),
            }))}
          />
        </>
      }
      answer={answer}
      failed={t('desk.refundsFailed')}
      empty={{ look: 'shut', title: t('desk.noRefunds'), text: t('desk.noRefundsText'), calm: true }}
      unmatched={
        keyword || state !== 'all'
          ? {
              look: 'shut',
              title: state === 'asked' && !keyword ? t('desk.nothingAsked') : t('desk.noMatch'),
              step: { label: t('desk.clear'), onClick: () => change({ q: '', state: 'all' }) },
            }
          : undefined
      }
      paging={{ pageNo, pageSize }}
      onChange={change}
      totalWords={(count) => t('desk.refundsTotal', { count })}
      columns={columns}
      idOf={(row) => rows.indexOf(row)}
      nameOf={({ refund: one }) => one.refundNo}
      onOpen={(row) => open(row.refund.refundNo)}
      dock={
        refund ? (
          <RefundDrawer
            refundNo={refund}
            among={rows.map((row) => row.refund.refundNo)}
            onOpen={open}
            onClose={() => change({ refund: '' })}
          />
        ) : null
      }
    />
  );
}

function useColumns(onOpen: (refundNo: string) => void): Column<RefundRow>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'refund',
        title: t('desk.refund'),
        width: 240,
        fixed: true,
        render: ({ refund, order }) => (
          <span className={styles.two}>
            <RowTitle onOpen={() => onOpen(refund.refundNo)}>{contentOf(order, t)}</RowTitle>
            <CopyId id={refund.refundNo} />
          </span>
        ),
      },
      { key: 'member', title: t('desk.member'), width: 120, render: ({ member }) => member },
      {
        key: 'asked',
        title: t('desk.asked'),
        width: 96,
        align: 'right',
        phone: 'side',
        render: ({ refund }) => (
          <b>
            <Money fen={refund.amountFen} />
          </b>
        ),
      },
      {
        key: 'waiting',
        title: t('desk.waiting'),
        width: 112,
        leaves: 2,
        render: ({ refund }) => (refund.state === 'asked' ? <TimeAgo at={refund.createTime} /> : '—'),
      },
      {
        key: 'state',
        title: t('orders.state'),
        width: 128,
        render: ({ refund }) => <RefundMark state={refund.state} />,
      },
    ],
    [t, onOpen],
  );
}
