// The columns of the batches: what each gives, how much of it was used, until when, by whom, where it stands.

import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { useAlerts } from '@/ui/announce/Announcer';
import { useToasts } from '@/ui/announce/Toasts';
import cells from '@/ui/list/Cells.module.css';
import type { Column } from '@/ui/list/columns';
import { RowLink } from '@/ui/list/RowLink';
import { Gate } from '@/ui/rights/Gate';
import { faultWords } from '@/ui/states/faultWords';
import { Ticks } from '@/ui/Ticks';
import { type Batch, useVoidRedeemBatchMutation } from '../api';
import { minuteOf } from '../words';
import styles from './Batches.module.css';

/** Ticks that share a batch out. */
const SHARES = 30;

/** Gift of each code of a batch, in words. */
export const giftText = ({ gives, days }: Pick<Batch, 'gives' | 'days'>, t: TFunction): string =>
  t(gives === 'phone' ? 'redeemBatches.phoneGift' : 'redeemBatches.daysGift', { count: days });

export const configurationText = ({ configuration }: Pick<Batch, 'configuration'>, t: TFunction): string =>
  configuration ?? t('redeemBatches.anyConfiguration');

export function useBatchColumns(onCodes: (batch: Batch) => void): Column<Batch>[] {
  const { t } = useTranslation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening a sheet is the same whoever asks.
  return useMemo(
    () => [
      {
        key: 'batch',
        title: t('redeemBatches.batch'),
        width: 208,
        render: ({ note, batchNo }) => (
          <span className={cells.two}>
            <b>{note}</b>
            <span className="owl-mono">{batchNo}</span>
          </span>
        ),
      },
      {
        key: 'gives',
        title: t('redeemBatches.givesColumn'),
        width: 168,
        render: (one) => (
          <span className={cells.two}>
            {giftText(one, t)}
            <span>{configurationText(one, t)}</span>
          </span>
        ),
      },
      {
        key: 'used',
        title: t('redeemBatches.usedColumn'),
        width: 184,
        render: ({ used, total }) => (
          <span className={styles.share}>
            <Ticks filled={Math.ceil((used / total) * SHARES)} of={SHARES} stretch />
            <span className="owl-figures">
              <span>{t('redeemBatches.usedCount', { n: used })}</span>
              <span>{t('redeemBatches.usedOf', { n: total })}</span>
            </span>
          </span>
        ),
      },
      {
        key: 'until',
        title: t('redeemBatches.untilColumn'),
        width: 152,
        leaves: 1,
        render: ({ untilTime, voided }) => (
          <span className={`${cells.two} owl-figures`}>
            {minuteOf(untilTime)}
            {voided > 0 ? <span className={cells.bad}>{t('redeemBatches.voidedCodes', { n: voided })}</span> : null}
          </span>
        ),
      },
      {
        key: 'by',
        title: t('redeemBatches.madeBy'),
        width: 144,
        leaves: 2,
        render: ({ madeBy, createTime }) => (
          <span className={`${cells.two} owl-figures`}>
            {madeBy || t('redeemBatches.seed')}
            <span>{minuteOf(createTime)}</span>
          </span>
        ),
      },
      {
        key: 'state',
        title: t('redeemBatches.state'),
        width: 96,
        phone: 'side',
        render: ({ state }) => (
          <span className={styles.state} data-state={state}>
            {t(`redeemBatches.states.${state}`)}
          </span>
        ),
      },
      { key: 'actions', title: '', width: 152, render: (batch) => <Actions batch={batch} onCodes={onCodes} /> },
    ],
    [t],
  );
}

function Actions({ batch, onCodes }: { batch: Batch; onCodes: (batch: Batch) => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const alerts = useAlerts();
  const [voidBatch] = useVoidRedeemBatchMutation();
  const { note, batchId } = batch;
  const onVoid = () =>
    alerts.confirm({
      title: t('redeemBatches.voidTitle', { note }),
      content: t('redeemBatches.voidText', { n: batch.total - batch.used - batch.voided }),
      okText: t('redeemBatches.void'),
      cancelText: t('common.cancel'),
      okButtonProps: { danger: true },
      onOk: async () => {
        const { data, error } = await voidBatch(batchId);
        if (data) toasts.done(t('redeemBatches.voidedDone', { count: data.voided }));
        else toasts.failed(faultWords(error as CallFault, t));
      },
    });
  return (
    <span className={cells.actions}>
      <RowLink
        label={t('redeemBatches.codes')}
        name={t('redeemBatches.codesOf', { note })}
        onClick={() => onCodes(batch)}
      />
      {batch.state === 'open' ? (
        <Gate operation="void_redeem_batch">
          <RowLink
            label={t('redeemBatches.void')}
            danger
            name={t('redeemBatches.voidName', { note })}
            onClick={onVoid}
          />
        </Gate>
      ) : null}
    </span>
  );
}
