// Line above the list with what needs attention today, each with its next step. A dismissed line returns the next day.
import { CalendarClock, CircleAlert, LoaderCircle, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import { todayPutAway } from '@/core/storage';
import { useRunningBatches } from '@/features/operations/ReceiptsButton';
import { Bold } from '@/ui/Bold';
import type { Summary } from '../api';
import styles from './ListPage.module.css';
import { type ListState, noFilter } from './listState';

interface Props {
  summary: Summary | undefined;
  onFilter: (part: Partial<ListState>) => void;
  onReceipt: (batchId: number) => void;
}

const ICON = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** Whether a time is today, in the browser's time zone. */
const isToday = (ms: number) => new Date(ms).toDateString() === new Date().toDateString();

export function Today({ summary, onFilter, onReceipt }: Props) {
  const { t } = useTranslation();
  const [away, setAway] = useState(() => isToday(todayPutAway.get()));
  const running = useRunningBatches();
  const { expiringSoon = 0, abnormal = 0 } = summary ?? {};
  if (away || expiringSoon + abnormal + running.total === 0) return null;
  return (
    <section className={styles.today} aria-label={t('today.name')}>
      <b>{t('today.name')}</b>
      {abnormal > 0 ? (
        <Item icon={<CircleAlert {...ICON} />} tone="err" text={t('today.failed', { count: abnormal })}>
          <button type="button" className="owl-plain-button" onClick={() => onFilter({ ...noFilter, state: 'failed' })}>
            {t('today.look')}
          </button>
        </Item>
      ) : null}
      {expiringSoon > 0 ? (
        <Item icon={<CalendarClock {...ICON} />} tone="warn" text={t('today.expiring', { count: expiringSoon })}>
          <Link to={paths.renew}>{t('today.renew')}</Link>
        </Item>
      ) : null}
      {running.first !== undefined ? (
        <Item
          icon={<LoaderCircle {...ICON} className="owl-turning" />}
          tone="busy"
          text={t('today.running', { count: running.total })}
        >
          <button type="button" className="owl-plain-button" onClick={() => onReceipt(running.first ?? 0)}>
            {t('today.receipt')}
          </button>
        </Item>
      ) : null}
      <button
        type="button"
        className={`owl-plain-button ${styles.putAway}`}
        aria-label={t('today.putAway')}
        title={t('today.putAway')}
        onClick={() => {
          todayPutAway.set(Date.now());
          setAway(true);
        }}
      >
        <X {...ICON} />
      </button>
    </section>
  );
}

function Item({ icon, tone, text, children }: { icon: ReactNode; tone: string; text: string; children: ReactNode }) {
  return (
    <span className={`${styles.item} owl-figures`} data-tone={tone}>
      {icon}
      <span>
        <Bold text={text} />
      </span>
      {children}
    </span>
  );
}
