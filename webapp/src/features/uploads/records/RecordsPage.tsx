// Files sent to phones in the last 90 days: what came of each, each phone's details beside, retry of what failed, sending on to others.
import { Send, Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/app/paths';
import { useRetry } from '@/features/operations/useBegin';
import { useOperationNews } from '@/features/operations/useNews';
import { StillPicture } from '@/features/phones/pictures/Deck';
import { usePageTitle } from '@/shell/usePageTitle';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { TablePage } from '@/ui/list/TablePage';
import { useUrlState } from '@/ui/list/urlState';
import { useLastPage } from '@/ui/list/useLastPage';
import { ChangeButton } from '@/ui/rights/ChangeButton';
import type { CloudFile } from '../cloud/api';
import { StorageBar } from '../cloud/StorageBar';
import { type UploadRecord, useListUploadRecordsQuery } from './api';
import { useRecordColumns } from './columns';
import { RecordFilters } from './RecordFilters';
import styles from './Records.module.css';
import { openRecord, questionOf, recordCodec, sendingsOf } from './recordState';

const OperationReceipt = lazyWithRetry(() => import('@/features/operations/OperationReceipt'));
const PushDialog = lazyWithRetry(() => import('../PushDialog'), 'over');
const CloudDialog = lazyWithRetry(() => import('../cloud/CloudDialog'), 'over');
const SendAgain = lazyWithRetry(() => import('./SendAgain'), 'over');

const ICON = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;
const idOf = ({ batchId }: UploadRecord): number => batchId;
const FRESH = { refetchOnMountOrArgChange: true, refetchOnReconnect: true } as const;
const NOTHING: readonly never[] = [];

/** The push dialog, perhaps for a cloud file. */
interface Pushing {
  cloud?: CloudFile;
}

const codec = recordCodec();

export default function RecordsPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.uploads'));
  const [state, change] = useUrlState(codec);
  const answer = useListUploadRecordsQuery(questionOf(state), FRESH);
  const page = answer.currentData;
  const [pushing, setPushing] = useState<Pushing | null>(null);
  const [cloud, setCloud] = useState(false);
  const [sending, setSending] = useState<UploadRecord | null>(null);
  useOperationNews();

  // The page of the list stays.
  const show = (batchId: number | null) =>
    change({ receipt: batchId === null ? '' : String(batchId), pageNo: state.pageNo });
  const retry = useRetry();
  const again = async (batchId: number) => {
    const made = await retry(batchId);
    if (made !== undefined) show(made);
  };
  const total = page?.total ?? 0;
  const isGone = useLastPage(paths.uploads, codec, state, { rows: page?.list, total });
  const columns = useRecordColumns({
    onOpen: (record) => show(record.batchId),
    onRetry: ({ batchId }) => void again(batchId),
    onSend: setSending,
  });
  const open = openRecord(state);
  const shown = page?.list.find(({ batchId }) => batchId === open);
  const isFiltered = state.outcome !== 'all' || state.kind !== 'all' || state.q.trim() !== '';
  const push = { label: t('records.push'), onClick: () => setPushing({}), primary: true };
  return (
    <TablePage<UploadRecord>
      title={t('records.title')}
      heading={heading}
      facts={
        page ? (
          <p className={styles.facts}>
            <span className="owl-figures">{t('records.sendings', { count: sendingsOf(page) })}</span>
            {page.executing > 0 ? <span className={styles.now}>{t('records.now', { n: page.executing })}</span> : null}
          </p>
        ) : null
      }
      actions={
        <>
          <StorageBar onOpen={() => setCloud(true)} />
          <ChangeButton type="primary" icon={<Upload {...ICON} />} onClick={() => setPushing({})}>
            {t('records.push')}
          </ChangeButton>
        </>
      }
      filters={<RecordFilters state={state} page={page} onChange={change} />}
      answer={answer}
      isGone={isGone}
      failed={t('records.listFailed')}
      empty={{ look: 'shut', title: t('records.empty'), text: t('records.emptyText'), step: push }}
      unmatched={
        isFiltered
          ? {
              title: t('records.noMatch'),
              step: { label: t('records.clear'), onClick: () => change({ outcome: 'all', kind: 'all', q: '' }) },
            }
          : undefined
      }
      paging={state}
      onChange={change}
      totalWords={(n) => t('records.total', { n })}
      dock={
        open === null ? undefined : (
          <OperationReceipt
            batchIds={[open]}
            picture={(id: number) => <StillPicture phoneId={id} />}
            also={
              shown?.kept && shown.outcome !== 'executing' ? (
                <ChangeButton icon={<Send {...ICON} />} onClick={() => setSending(shown)}>
                  {t('records.sendOn')}
                </ChangeButton>
              ) : null
            }
            onOpen={([id]) => show(id ?? null)}
            onClose={() => show(null)}
          />
        )
      }
      columns={columns}
      idOf={idOf}
      nameOf={({ files }) => files[0]?.name ?? ''}
      over={
        <>
          {pushing ? (
            <PushDialog
              open
              dropped={NOTHING}
              {...pushing}
              phones={NOTHING}
              onStarted={({ batchId }) => show(batchId)}
              onClose={() => setPushing(null)}
            />
          ) : null}
          {cloud ? (
            <CloudDialog
              onSend={(file) => {
                setCloud(false);
                setPushing({ cloud: file });
              }}
              onClose={() => setCloud(false)}
            />
          ) : null}
          {sending ? (
            <SendAgain
              record={sending}
              onStarted={(batchId) => {
                setSending(null);
                show(batchId);
              }}
              onClose={() => setSending(null)}
            />
          ) : null}
        </>
      }
    />
  );
}
