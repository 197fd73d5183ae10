// The operator's redeem codes: batches with what each gives and how many were used; made, followed and voided here.
import { Button, Segmented } from 'antd';
import { Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '@/shell/usePageTitle';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { SearchField } from '@/ui/list/SearchField';
import { TablePage } from '@/ui/list/TablePage';
import { listCodec, oneOf, textFilter, useUrlState } from '@/ui/list/urlState';
import { Gate } from '@/ui/rights/Gate';
import { type Batch, type MadeBatch, useListRedeemBatchesQuery } from '../api';
import styles from './Batches.module.css';
import { useBatchColumns } from './batchColumns';

const MakeBatch = lazyWithRetry(() => import('./MakeBatch'), 'over');
const MadeSheet = lazyWithRetry(() => import('./MadeSheet'), 'over');
const BatchCodesSheet = lazyWithRetry(() => import('./BatchCodesSheet'), 'over');
const FindCode = lazyWithRetry(() => import('./FindCode'), 'over');

export type Opened =
  | { what: 'make' }
  | { what: 'find' }
  | { what: 'made'; made: MadeBatch; note: string }
  | { what: 'codes'; batch: Batch };

const states = ['open', 'usedUp', 'voided', 'expired'] as const;

const codec = listCodec({ q: textFilter(), state: oneOf('all', ...states) });

export default function BatchesPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.redeemCodes'));
  const [{ q, state, pageNo, pageSize }, change] = useUrlState(codec);
  const keyword = q.trim();
  const answer = useListRedeemBatchesQuery(
    { pageNo, pageSize, ...(keyword ? { keyword } : {}), ...(state === 'all' ? {} : { state }) },
    { refetchOnMountOrArgChange: true },
  );
  const { currentData } = answer;
  const [opened, setOpened] = useState<Opened | null>(null);
  const columns = useBatchColumns((batch) => setOpened({ what: 'codes', batch }));
  const sums = currentData?.summary;
  const close = () => setOpened(null);
  return (
    <TablePage<Batch>
      title={t('pages.redeemCodes')}
      heading={heading}
      facts={
        sums ? (
          <span className={styles.facts}>
            <span>{t('redeemBatches.openBatches', { n: sums.open })}</span>
            <span>{t('redeemBatches.left', { count: sums.codesLeft })}</span>
            {sums.ending > 0 ? (
              <span className={styles.ending}>{t('redeemBatches.ending', { count: sums.ending })}</span>
            ) : null}
          </span>
        ) : null
      }
      actions={
        <>
          <Button icon={<Search size={16} strokeWidth={1.6} />} onClick={() => setOpened({ what: 'find' })}>
            {t('redeemBatches.find')}
          </Button>
          <Gate operation="create_redeem_batch">
            <Button
              type="primary"
              icon={<Plus size={16} strokeWidth={1.6} />}
              onClick={() => setOpened({ what: 'make' })}
            >
              {t('redeemBatches.make')}
            </Button>
          </Gate>
        </>
      }
      filters={
        <>
          <SearchField value={q} placeholder={t('redeemBatches.search')} onSearch={(next) => change({ q: next })} />
          <Segmented<typeof state>
            aria-label={t('redeemBatches.filter')}
            value={state}
            onChange={(next) => change({ state: next })}
            options={(['all', ...states] as const).map((value) => ({
              value,
              label: t(`redeemBatches.${value}`, { n: sums ? countOf(sums, value) : '' }),
            }))}
          />
          <span className={styles.whole}>{t('redeemBatches.whole')}</span>
        </>
      }
      answer={answer}
      failed={t('redeemBatches.failed')}
      empty={{ look: 'open', title: t('redeemBatches.empty'), text: t('redeemBatches.emptyText') }}
      unmatched={
        keyword || state !== 'all'
          ? {
              title: t('redeemBatches.noMatch'),
              text: t('redeemBatches.noMatchText'),
              step: { label: t('redeemBatches.clear'), onClick: () => change({ q: '', state: 'all' }) },
            }
          : undefined
      }
      paging={{ pageNo, pageSize }}
      onChange={change}
      totalWords={(count) => t('redeemBatches.total', { count })}
      columns={columns}
      idOf={({ batchId }) => batchId}
      nameOf={({ note }) => note}
      over={
        opened === null ? null : opened.what === 'make' ? (
          <MakeBatch onMade={(made, note) => setOpened({ what: 'made', made, note })} onClose={close} />
        ) : opened.what === 'made' ? (
          <MadeSheet made={opened.made} note={opened.note} onClose={close} />
        ) : opened.what === 'codes' ? (
          <BatchCodesSheet batch={opened.batch} onClose={close} />
        ) : (
          <FindCode onClose={close} />
        )
      }
    />
  );
}

type Sums = NonNullable<ReturnType<typeof useListRedeemBatchesQuery>['currentData']>['summary'];

const countOf = (sums: Sums, state: 'all' | (typeof states)[number]): number =>
  state === 'all' ? states.reduce((sum, each) => sum + sums[each], 0) : sums[state];
