// Redeem codes: paste, see what each gives, use them; below, which were used when.

import { Input } from 'antd';
import { Search } from 'lucide-react';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { paths } from '@/app/paths';
import { CommonLimits } from '@/contract/constants';
import type { CallFault } from '@/core/http';
import { formatTime } from '@/core/rules';
import { type Phone, useListPhonesQuery } from '@/features/phones/api';
import { usePageTitle } from '@/shell/usePageTitle';
import { useToasts } from '@/ui/announce/Toasts';
import { CopyId } from '@/ui/copy/CopyId';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { allPages } from '@/ui/list/allPages';
import { CsvButton } from '@/ui/list/CsvButton';
import type { Column } from '@/ui/list/columns';
import type { DataTableProps } from '@/ui/list/DataTable';
import { ListPage } from '@/ui/list/ListPage';
import { listCodec, textFilter, useUrlState } from '@/ui/list/urlState';
import { useLastPage } from '@/ui/list/useLastPage';
import { useTypedSearch } from '@/ui/list/useTypedSearch';
import { Note } from '@/ui/Note';
import { faultWords } from '@/ui/states/faultWords';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { type Redeemed, type Used, useLazyListRedemptionsQuery, useListRedemptionsQuery } from './api';
import { CodeBox } from './CodeBox';
import { CodeTable } from './CodeTable';
import styles from './Redeem.module.css';
import { useRedeeming } from './useRedeeming';
import { gaveText, keptCode } from './words';

const DataTable = lazyWithRetry<DataTableProps<Used>>(() => import('@/ui/list/DataTable'));

/** Rows that a file holds at most, and the largest page that the server answers. */
const FILE_MAX = 10_000;

interface Props {
  /** Inside somebody else's page: told what each code gave, and nothing leads out. */
  onRedeemed?: (redeemed: Redeemed[]) => void;
}

export default function RedeemPage({ onRedeemed }: Props) {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.redeem'));
  const codec = useMemo(() => listCodec({ q: textFilter() }), []);
  const [state, change] = useUrlState(codec);
  const { q, pageNo, pageSize } = state;
  const keyword = q.trim();
  const question = { pageNo, pageSize, ...(keyword ? { keyword } : {}) };
  const { currentData, error, isFetching, refetch } = useListRedemptionsQuery(question, {
    refetchOnMountOrArgChange: true,
  });
  const bare = onRedeemed !== undefined;
  const columns = useColumns(bare);
  const total = currentData?.total ?? 0;
  const isGone = useLastPage(paths.redeem, codec, state, { rows: currentData?.list, total });
  return (
    <ListPage<Used>
      title={t('pages.redeem')}
      heading={heading}
      facts={<span className={styles.about}>{t('redeem.about')}</span>}
      notes={
        <>
          <Work {...(onRedeemed ? { onRedeemed } : {})} />
          <HistoryHead keyword={q} total={total} columns={columns} onSearch={(next) => change({ q: next })} />
        </>
      }
      rows={isGone ? undefined : currentData?.list}
      fault={currentData ? undefined : (error as CallFault | undefined)}
      fetching={isFetching}
      onRetry={refetch}
      failed={t('redeem.failed')}
      empty={{ look: 'half', title: t('redeem.empty'), text: t('redeem.emptyText') }}
      unmatched={
        keyword
          ? {
              title: t('redeem.noMatch'),
              text: t('redeem.noMatchText'),
              step: { label: t('redeem.clear'), onClick: () => change({ q: '' }) },
            }
          : undefined
      }
      skeleton={<RowSkeletons count={4} />}
      pager={{ pageNo, pageSize, total, totalWords: t('redeem.historyTotal', { count: total }), onChange: change }}
    >
      {(rows) => (
        <Suspense fallback={<RowSkeletons count={rows.length} />}>
          <DataTable
            label={t('redeem.history')}
            columns={columns}
            rows={rows}
            idOf={({ id }) => id}
            nameOf={({ code }) => keptCode(code)}
          />
        </Suspense>
      )}
    </ListPage>
  );
}

/** The box, and the table that grows beside it. */
function Work({ onRedeemed }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const redeeming = useRedeeming(useNamedPhones());
  const { rows, fault, busy } = redeeming;
  const use = async () => {
    const redeemed = await redeeming.redeem();
    if (redeemed.length === 0) return;
    toasts.done(t('redeem.redeemed', { count: redeemed.length }));
    onRedeemed?.(redeemed);
  };
  return (
    <div className={styles.work}>
      <CodeBox {...redeeming} />
      <div className={styles.side}>
        {fault ? (
          <Note tone="fault" requestId={fault.requestId}>
            {faultWords(fault, t)}
          </Note>
        ) : null}
        {busy === 'checking' && rows.length === 0 ? <RowSkeletons count={4} /> : null}
        {rows.length > 0 ? (
          <CodeTable redeeming={redeeming} bare={onRedeemed !== undefined} onRedeem={() => void use()} />
        ) : null}
      </div>
    </div>
  );
}

/** Own phones that the address names: codes from the recycle bin are meant for them. */
function useNamedPhones(): readonly Phone[] {
  const [query] = useSearchParams();
  const phoneIds = (query.get('phoneIds') ?? '')
    .split(',')
    .filter((id) => /^\d{1,16}$/.test(id))
    .map(Number);
  const { data } = useListPhonesQuery({ phoneIds }, { skip: phoneIds.length === 0 });
  return data?.list.filter(({ level }) => level === 'owner') ?? [];
}

interface HeadProps {
  keyword: string;
  total: number;
  columns: readonly Column<Used>[];
  onSearch: (keyword: string) => void;
}

function HistoryHead({ keyword, total, columns, onSearch }: HeadProps) {
  const { t } = useTranslation();
  const { draft, setDraft, search } = useTypedSearch(keyword, onSearch);
  const fetchAll = useFetchAll(keyword);
  return (
    <div className={styles.head}>
      <h2>{t('redeem.history')}</h2>
      {total > 0 ? <span className={styles.about}>{t('redeem.historyTotal', { count: total })}</span> : null}
      <span className={styles.tools}>
        <Input
          className={styles.search ?? ''}
          value={draft}
          allowClear
          prefix={<Search size={16} strokeWidth={1.6} aria-hidden="true" />}
          placeholder={t('redeem.search')}
          aria-label={t('redeem.search')}
          onChange={(event) => setDraft(event.target.value)}
          onPressEnter={() => search(draft)}
        />
        <CsvButton name={t('redeem.file')} columns={columns} fetchAll={fetchAll} disabled={total === 0} />
      </span>
    </div>
  );
}

/** All used codes that the search finds, as many as a file holds. Null when the server refused, which then was told. */
function useFetchAll(keyword: string): () => Promise<Used[] | null> {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [list] = useLazyListRedemptionsQuery();
  return async () => {
    const page = async (pageNo: number) => {
      const words = keyword.trim();
      const { data, error } = await list({
        pageNo,
        pageSize: CommonLimits.pageSizeMax,
        ...(words ? { keyword: words } : {}),
      });
      if (data && !error) return data;
      toasts.failed(faultWords(error as CallFault, t));
      return null;
    };
    return (await allPages(page, CommonLimits.pageSizeMax, FILE_MAX))?.rows ?? null;
  };
}

function useColumns(bare: boolean): Column<Used>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'time',
        title: t('redeem.time'),
        width: 176,
        csv: ({ redeemTime }) => formatTime(redeemTime),
        render: ({ redeemTime }) => <span className="owl-figures">{formatTime(redeemTime)}</span>,
      },
      {
        key: 'code',
        title: t('redeem.code'),
        width: 184,
        csv: ({ code }) => keptCode(code),
        render: ({ code }) => <span className={`owl-mono ${styles.kept}`}>{keptCode(code)}</span>,
      },
      {
        key: 'gave',
        title: t('redeem.gave'),
        width: 200,
        csv: (one) => gaveText(one, t),
        render: (one) => gaveText(one, t),
      },
      {
        key: 'owlId',
        title: t('redeem.owlId'),
        width: 144,
        leaves: 1,
        csv: ({ owlId }) => owlId,
        render: ({ owlId }) => <CopyId id={owlId} />,
      },
      {
        key: 'name',
        title: t('redeem.name'),
        width: 160,
        csv: ({ phoneAlias }) => phoneAlias,
        render: ({ phoneAlias, gone }) => (
          <span className={styles.name}>
            <b>{phoneAlias}</b>
            {gone ? <span className={styles.about}>{t('redeem.gone')}</span> : null}
          </span>
        ),
      },
      ...(bare
        ? []
        : [
            {
              key: 'open',
              title: '',
              width: 80,
              phone: 'side' as const,
              render: ({ phoneId, phoneAlias, gone }: Used) =>
                gone ? null : (
                  <Link to={paths.play(phoneId)} aria-label={t('redeem.openName', { name: phoneAlias })}>
                    {t('redeem.open')}
                  </Link>
                ),
            },
          ]),
    ],
    [t, bare],
  );
}
