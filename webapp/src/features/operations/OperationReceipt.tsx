// The receipt of a batch as the server tells it: followed by the socket, with what can be done about failures and about what waits. Batches
// that were begun together have one set of lanes.
import type { TFunction } from 'i18next';
import { Ban } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { formatBytes, formatTime } from '@/core/rules';
import { GiveUpConfirm } from '@/features/replacement/GiveUpConfirm';
import { withWords } from '@/i18n';
import { useToasts } from '@/ui/announce/Toasts';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import type { Lane } from '@/ui/receipt/lanes';
import ReceiptDrawer from '@/ui/receipt/ReceiptDrawer';
import { ChangeButton } from '@/ui/rights/ChangeButton';
import { faultWords } from '@/ui/states/faultWords';
import { type Receipt, useCancelOperationsMutation } from './api';
import { lanesOf } from './lanesOf';
import { useBegin, useRetry } from './useBegin';
import { useReceipts } from './useReceipts';

const ReadBack = lazyWithRetry(() => withWords(['identity'], () => import('@/features/identity/ReadBack')));

interface Props {
  /** Of one kind. Where a phone is in several of them, the last of these counts. */
  batchIds: readonly number[];
  /** A phone's small picture. */
  picture: (phoneId: number) => ReactNode;
  /** Shows other batches instead. */
  onOpen: (batchIds: readonly number[]) => void;
  onClose: () => void;
  /** Further buttons for the batches. */
  also?: ReactNode;
}

export default function OperationReceipt({ batchIds, picture, onOpen, onClose, also }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const begin = useBegin();
  const retry = useRetry();
  const [cancel, cancelling] = useCancelOperationsMutation();
  const { receipts, fault } = useReceipts(batchIds);
  const [givingUp, setGivingUp] = useState<{ phoneId: number; name: string; open: boolean }>();
  const [first] = receipts;
  const key = batchIds.join();

  useEffect(() => {
    if (!fault) return;
    toasts.failed(faultWords(fault, t), { key: `receipt-${key}` });
    onClose();
  }, [fault, toasts, t, key, onClose]);

  if (!first) return null;
  const last = lastRows(receipts);
  const rows = receipts.flatMap(({ batch, list }) =>
    list
      .filter(({ phoneId }) => last.get(phoneId) === batch.batchId)
      .map((row) => ({ ...row, batchId: batch.batchId })),
  );
  const waiting = rows.filter((row) => row.cancellable).length;
  const retryable = rows.filter((row) => row.state === 'failed' && row.retryable);

  /** Tries these again, each in its batch. Of one batch the new one stands alone; among several it joins them. */
  const again = async (phoneIds: readonly number[], existing?: 'rename' | 'replace') => {
    const made: number[] = [];
    for (const { batch } of receipts) {
      const mine = phoneIds.filter((id) => last.get(id) === batch.batchId);
      const id = mine.length > 0 ? await retry(batch.batchId, mine, existing) : undefined;
      if (id !== undefined) made.push(id);
    }
    if (made.length > 0) onOpen(batchIds.length > 1 ? [...batchIds, ...made] : made);
  };
  const lanes = receipts.flatMap((receipt): Lane[] =>
    lanesOf(
      { ...receipt, list: receipt.list.filter(({ phoneId }) => last.get(phoneId) === receipt.batch.batchId) },
      {
        picture,
        onRetry: (phoneId) => void again([phoneId]),
        onExisting: (phoneId, existing) => void again([phoneId], existing),
        readBack: (fields) => <ReadBack fields={fields} />,
        onGiveUp: (phoneId) => {
          const row = receipt.list.find((one) => one.phoneId === phoneId);
          setGivingUp({ phoneId, name: row?.phoneAlias || row?.owlId || '', open: true });
        },
        onEnter: (phoneId) => void begin({ kind: 'enterDirectly', phoneIds: [phoneId] }, 'tell'),
      },
      t,
    ),
  );
  const takeBack = async () => {
    let taken = 0;
    for (const batchId of new Set(rows.filter((row) => row.cancellable).map((row) => row.batchId))) {
      const { data, error: refused } = await cancel(batchId);
      if (!data) return toasts.failed(faultWords(refused as CallFault, t));
      taken += data.cancelled;
    }
    toasts.done(t('operations.tookBack', { n: taken }));
  };
  const more = receipts.length - 1;
  return (
    <>
      <ReceiptDrawer
        key={first.batch.batchId}
        open
        onClose={onClose}
        title={first.files.length > 0 ? sentNames(first.files, t) : first.batch.name}
        code={more > 0 ? `${first.batch.batchId}+${more}` : String(first.batch.batchId)}
        startedAt={first.batch.createTime}
        note={
          first.disclaimer
            ? agreedWords(first.disclaimer, t)
            : first.files.length > 0
              ? sentWords(first.batch.name, first.files, t)
              : undefined
        }
        lanes={lanes}
        retryable={retryable.map(({ phoneId }) => phoneId)}
        onRetry={retryable.length > 0 ? (ids) => void again(ids) : undefined}
        also={
          <>
            {also}
            {waiting > 0 ? (
              <ChangeButton
                icon={<Ban size={16} strokeWidth={1.6} />}
                loading={cancelling.isLoading}
                onClick={takeBack}
              >
                {t('operations.takeBack', { n: waiting })}
              </ChangeButton>
            ) : null}
          </>
        }
      />
      {givingUp ? (
        <GiveUpConfirm {...givingUp} onDone={onClose} onClose={() => setGivingUp({ ...givingUp, open: false })} />
      ) : null}
    </>
  );
}

/** Version of the disclaimer that was agreed to, by whom and when. */
const agreedWords = ({ version, by, time }: NonNullable<Receipt['disclaimer']>, t: TFunction): string =>
  t('replace.agreed', { version, by, time: formatTime(time) });

/** Names of the sent files: the first file, and how many more. */
function sentNames(files: Receipt['files'], t: TFunction): string {
  const [first] = files;
  const name = first?.app ? `${first.app.label} ${first.app.versionName}`.trim() : (first?.name ?? '');
  return files.length > 1 ? t('operations.sentMore', { name, n: files.length }) : name;
}

const sentWords = (kind: string, files: Receipt['files'], t: TFunction): string =>
  t('operations.sentOnce', { kind, size: formatBytes(files.reduce((sum, { size }) => sum + size, 0)) });

/** The batch whose row of a phone is shown: the last one that has it. */
const lastRows = (receipts: readonly Receipt[]): Map<number, number> =>
  new Map(receipts.flatMap(({ batch, list }) => list.map(({ phoneId }) => [phoneId, batch.batchId] as const)));
