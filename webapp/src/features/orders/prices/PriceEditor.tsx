// The prices of one configuration: the matrix, from when they hold, and at the right what a member will see. What is typed is nobody's price
// until it is kept as a draft and set for a day.
import { Button } from 'antd';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnswerCode } from '@/contract/constants';
import type { CallFault } from '@/core/http';
import { useToasts } from '@/ui/announce/Toasts';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { Note } from '@/ui/Note';
import { Gate } from '@/ui/rights/Gate';
import { faultWords } from '@/ui/states/faultWords';
import { useWide } from '@/ui/useWide';
import { minuteOf } from '../words';
import {
  type StoredConfiguration,
  useDiscardPriceDraftMutation,
  useSavePriceDraftMutation,
  useUpdateConfigurationMutation,
  useWithdrawPricesMutation,
} from './api';
import { nameOf, useMayPrice } from './configuration';
import { cellOf, changesOf, type Draft, draftOf, offersOf } from './draft';
import { Matrix, type Refused } from './Matrix';
import { Preview } from './Preview';
import styles from './Prices.module.css';
import { Versions } from './Versions';

const ConfigurationDialog = lazyWithRetry(() => import('./ConfigurationDialog'), 'over');
const SetPrices = lazyWithRetry(() => import('./SetPrices'), 'over');

interface Props {
  /** None: there is no configuration yet. */
  kept: StoredConfiguration | undefined;
  /** Today in the operator's zone. */
  today: string;
  /** Above the prices: the page's heading and the tiles. */
  head: ReactNode;
}

export function PriceEditor({ kept, today, head }: Props) {
  if (!kept) return <div className={styles.main}>{head}</div>;
  return <Editor kept={kept} today={today} head={head} />;
}

function Editor({ kept, today, head }: Props & { kept: StoredConfiguration }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const wide = useWide();
  const mayPrice = useMayPrice();
  const now = kept.prices.find(({ stage }) => stage === 'now');
  const next = kept.prices.find(({ stage }) => stage === 'draft' || stage === 'coming');
  const base = draftOf(now);
  const stored = draftOf(next ?? now);
  // Draft with the version that it is typed over; null: nothing is typed.
  const [typed, setTyped] = useState<{ draft: Draft; version: number } | null>(null);
  const [fault, setFault] = useState<CallFault | null>(null);
  const [busy, setBusy] = useState(false);
  const [open, setOpen] = useState<'facts' | 'set' | null>(null);
  const [saveDraft] = useSavePriceDraftMutation();
  const [discard] = useDiscardPriceDraftMutation();
  const [withdraw] = useWithdrawPricesMutation();
  const [update] = useUpdateConfigurationMutation();

  const draft = typed?.draft ?? stored;
  const coming = next?.stage === 'coming';
  const readOnly = coming || !wide || !mayPrice;
  const seen = { configurationId: kept.configurationId, version: kept.version };
  const change = (changed: Draft) => {
    setFault(null);
    setTyped({ draft: changed, version: typed?.version ?? kept.version });
  };
  const run = async (call: Promise<{ error?: unknown }>, done: string): Promise<void> => {
    setBusy(true);
    const { error } = await call.finally(() => setBusy(false));
    if (error) return setFault(error as CallFault);
    setFault(null);
    setTyped(null);
    toasts.done(done);
  };
  const save = () =>
    run(
      saveDraft({ ...seen, version: typed?.version ?? kept.version, packages: offersOf(draft) }).then(({ error }) => ({
        error,
      })),
      t('prices.savedDone'),
    );
  const overtaken = fault?.code === AnswerCode.CHANGED_MEANWHILE;
  const count = changesOf(draft, base);
  const refused = refusedOf(fault, draft);
  const sell = (onSale: boolean) =>
    run(
      update({ ...factsWith(kept), onSale }).then(({ error }) => ({ error })),
      t(onSale ? 'prices.soldDone' : 'prices.offSaleDone'),
    );
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        {head}
        <section className={styles.section} aria-label={nameOf(kept)}>
          <div className={styles.sectionHead}>
            <h2 className={styles.heading}>{nameOf(kept)}</h2>
            <span className={styles.quiet}>{`Android ${kept.androidVersion} · ${kept.chip}`}</span>
            <Gate operation="update_configuration">
              <span className={styles.actions}>
                <Button type="link" size="small" onClick={() => setOpen('facts')}>
                  {t('prices.change')}
                </Button>
                <Button type="link" size="small" loading={busy} onClick={() => sell(!kept.onSale)}>
                  {t(kept.onSale ? 'prices.stopSale' : 'prices.startSale')}
                </Button>
              </span>
            </Gate>
          </div>
          {kept.onSale ? null : <p className={styles.quiet}>{t('prices.offSaleText')}</p>}
        </section>
        <section className={styles.section} aria-label={t('prices.matrix')}>
          <Matrix draft={draft} base={base} readOnly={readOnly} refused={refused} onChange={change} />
          {next && !typed
            ? next.warnings.map(({ days, from, unitFen, dearer }) => (
                <Note key={`${days}-${from}`} tone="warning">
                  {t(dearer ? 'prices.warnDearer' : 'prices.warnSame', {
                    days,
                    from,
                    price: (unitFen / 100).toString(),
                  })}
                </Note>
              ))
            : null}
          {wide ? null : <p className={styles.quiet}>{t('prices.onDesk')}</p>}
        </section>
        <section className={styles.section} aria-label={t('prices.from')}>
          <Versions prices={kept.prices} />
          <p className={styles.quiet}>{t('prices.keepsPrice')}</p>
        </section>
        {overtaken ? (
          <div className={styles.overtaken}>
            <Note tone="warning">
              {t('prices.overtaken', { name: kept.changedBy ?? '', time: minuteOf(kept.changeTime) })}
            </Note>
            <span className={styles.actions}>
              <Button
                onClick={() => {
                  setFault(null);
                  if (typed) setTyped({ ...typed, version: kept.version });
                }}
              >
                {t('prices.useMine')}
              </Button>
              <Button
                onClick={() => {
                  setFault(null);
                  setTyped(null);
                }}
              >
                {t('prices.useTheirs')}
              </Button>
            </span>
          </div>
        ) : fault && !refused ? (
          <Note tone="fault" requestId={fault.requestId}>
            {faultWords(fault, t)}
          </Note>
        ) : null}
      </div>
      <Preview kept={kept} base={base} draft={draft} changed={count > 0 || next !== undefined} />
      {mayPrice && wide && (typed || next) ? (
        <div className={styles.bar}>
          <span className={styles.barWords}>
            <b>{coming ? t('prices.coming') : t('prices.changes', { count })}</b>
            <span className={styles.quiet}>{t('prices.reach', { count: kept.renewing })}</span>
          </span>
          {typed ? (
            <>
              <Button onClick={() => setTyped(null)}>{t('prices.undo')}</Button>
              <Button type="primary" loading={busy} onClick={save}>
                {t('prices.save')}
              </Button>
            </>
          ) : coming ? (
            <Button
              loading={busy}
              onClick={() =>
                run(
                  withdraw(seen).then(({ error }) => ({ error })),
                  t('prices.withdrawnDone'),
                )
              }
            >
              {t('prices.withdraw')}
            </Button>
          ) : next ? (
            <>
              <Button
                loading={busy}
                onClick={() =>
                  run(
                    discard(seen).then(({ error }) => ({ error })),
                    t('prices.discardedDone'),
                  )
                }
              >
                {t('prices.discard')}
              </Button>
              <Button type="primary" onClick={() => setOpen('set')}>
                {t('prices.set')}
              </Button>
            </>
          ) : null}
        </div>
      ) : null}
      <Suspense fallback={null}>
        {open === 'facts' ? <ConfigurationDialog kept={kept} onClose={() => setOpen(null)} /> : null}
        {open === 'set' ? <SetPrices kept={kept} today={today} count={count} onClose={() => setOpen(null)} /> : null}
      </Suspense>
    </div>
  );
}

/** The place of a refusal in the matrix; none where it names no place of it. */
function refusedOf(fault: CallFault | null, draft: Draft): Refused | null {
  const field = (fault?.data as { field?: unknown } | null)?.field;
  const place = typeof field === 'string' ? cellOf(field, draft) : null;
  return place && fault ? { ...place, words: fault.message } : null;
}

/** All facts of a configuration, as a change of one of them sends them. */
const factsWith = (kept: StoredConfiguration) => ({
  configurationId: kept.configurationId,
  version: kept.version,
  nameZh: kept.nameZh,
  nameEn: kept.nameEn,
  code: kept.code,
  androidVersion: kept.androidVersion,
  chip: kept.chip,
  cores: kept.cores,
  memoryMb: kept.memoryMb,
  storageGb: kept.storageGb,
  padType: kept.padType,
  dpi: kept.dpi,
});
