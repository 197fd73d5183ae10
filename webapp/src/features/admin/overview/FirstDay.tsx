// The empty shop: six steps, each ticked by what the server holds, the next one primary. Goes away when all are done, or somebody has a phone.
import { Button } from 'antd';
import { CircleCheck, CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import type { OperationName } from '@/core/operations';
import { formatBytes, formatTime } from '@/core/rules';
import { Eyes } from '@/ui/Eyes';
import { Gate } from '@/ui/rights/Gate';
import { useGetSystemQuery } from '../system/api';
import type { Part } from './api';
import styles from './FirstDay.module.css';
import overview from './Overview.module.css';
import { Section } from './Section';
import { StockPart } from './StockPart';

interface Step {
  key: 'operator' | 'prices' | 'phones' | 'wallet' | 'senders' | 'name';
  done: boolean;
  fact: ReactNode;
  /** When it was done. */
  at?: number | null;
  to?: string;
  /** Operation that the page behind the link asks. */
  operation?: OperationName;
}

export function FirstDay({ steps, stock }: { steps: Part<'firstDay'>; stock: Part<'stock'> | null }) {
  const { t } = useTranslation();
  const all = useSteps(steps);
  const done = all.filter((step) => step.done).length;
  const next = all.find((step) => !step.done)?.key;
  return (
    <div className={overview.columns}>
      <div className={styles.steps}>
        <div className={styles.perch}>
          <Eyes look="half" width={64} />
        </div>
        <h2>{t('firstDay.title')}</h2>
        <p className={styles.lead}>{t('firstDay.lead', { count: all.length - done })}</p>
        <p className={`${styles.progress} owl-figures`}>
          {all.map((step, at) => (
            <i key={step.key} data-done={at < done} aria-hidden="true" />
          ))}
          {t('firstDay.progress', { n: done, of: all.length })}
        </p>
        <ol>
          {all.map((step) => (
            <StepRow key={step.key} step={step} next={step.key === next} />
          ))}
        </ol>
      </div>
      <div className={overview.side}>
        {stock ? <StockPart stock={stock} /> : null}
        <Health />
      </div>
    </div>
  );
}

function useSteps(steps: Part<'firstDay'>): Step[] {
  const { t } = useTranslation();
  const ways = [steps.sms ? t('firstDay.sms') : '', steps.mail ? t('firstDay.mail') : ''].filter(Boolean);
  return [
    {
      key: 'operator',
      done: steps.operatorTime != null,
      at: steps.operatorTime,
      fact: <span className="owl-mono">owldeck operator add {steps.operator}</span>,
    },
    {
      key: 'prices',
      done: steps.configurations > 0,
      fact:
        steps.configurations > 0 ? t('firstDay.pricesDone', { count: steps.configurations }) : t('firstDay.pricesText'),
      to: paths.prices,
      operation: 'list_kept_configurations',
    },
    {
      key: 'phones',
      done: steps.phones > 0,
      fact: steps.phones > 0 ? t('firstDay.phonesDone', { count: steps.phones }) : t('firstDay.phonesText'),
      to: paths.operatorPhones,
      operation: 'list_all_phones',
    },
    {
      key: 'wallet',
      done: steps.wallets > 0,
      fact: steps.wallets > 0 ? t('firstDay.walletDone', { count: steps.wallets }) : t('firstDay.walletText'),
      to: `${paths.system}?section=alipay`,
      operation: 'get_system',
    },
    {
      key: 'senders',
      done: ways.length > 0,
      fact: ways.length > 0 ? ways.join(', ') : t('firstDay.sendersText'),
      to: paths.signInDesk,
      operation: 'get_sign_in_desk',
    },
    {
      key: 'name',
      done: steps.named && steps.agreements > 0,
      fact: t(steps.named ? 'firstDay.named' : 'firstDay.nameText', { count: steps.agreements }),
      ...(steps.named
        ? { to: paths.agreements, operation: 'list_agreements' as const }
        : { to: paths.branding, operation: 'get_branding_desk' as const }),
    },
  ];
}

function StepRow({ step, next }: { step: Step; next: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { key, done, fact, at, to, operation } = step;
  const Mark = done ? CircleCheck : CircleDashed;
  return (
    <li data-done={done}>
      <Mark size={18} strokeWidth={1.6} aria-hidden="true" />
      <span className={styles.what}>
        <strong>
          {t(`firstDay.steps.${key}`)}
          <span className="owl-hidden-text">{t(done ? 'firstDay.done' : 'firstDay.open')}</span>
        </strong>
        <span>{fact}</span>
      </span>
      {done ? (
        at == null ? null : (
          <span className={`${styles.at} owl-figures`}>{formatTime(at).slice(0, 16)}</span>
        )
      ) : to && operation ? (
        <Gate operation={operation}>
          <Button
            type={next ? 'primary' : 'default'}
            aria-label={`${t(`firstDay.ways.${key}`)}: ${t(`firstDay.steps.${key}`)}`}
            onClick={() => void navigate(to)}
          >
            {t(`firstDay.ways.${key}`)}
          </Button>
        </Gate>
      ) : null}
    </li>
  );
}

/** Database, storage and public address of the server. */
function Health() {
  const { t } = useTranslation();
  const { data } = useGetSystemQuery();
  if (!data) return null;
  const { database, storage, publicOrigin } = data;
  const rows: [string, string][] = [
    [
      t('system.database'),
      `${t(`system.kinds.${database.kind}`)} ${database.version}, ${t('system.migrationsOf', { count: database.migrations })}`,
    ],
    [
      t('system.storage'),
      storage.freeBytes == null
        ? formatBytes(storage.bytes)
        : t('system.freeOf', { used: formatBytes(storage.bytes), free: formatBytes(storage.freeBytes) }),
    ],
    [t('system.publicOrigin'), publicOrigin ?? t('system.thisMachine')],
  ];
  return (
    <Section title={t('firstDay.health')}>
      <dl className={styles.health}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
