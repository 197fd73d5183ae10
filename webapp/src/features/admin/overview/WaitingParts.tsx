// Matters that wait in the overview, row by row: refunds, operations that hang, feedback. The oldest first, each with its one step.
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import { formatClock } from '@/core/rules';
import { Money } from '@/ui/Money';
import { Gate } from '@/ui/rights/Gate';
import type { Part } from './api';
import styles from './Overview.module.css';
import { Section } from './Section';
import { isLong, waitingTime } from './waitingTime';

/** How many times its usual duration makes an operation red. */
const TWICE = 2;

interface Timed {
  now: number;
}

function Waiting({ from, now }: { from: number; now: number }) {
  return (
    <span className={`${styles.waits} owl-figures`} data-tone={isLong(from, now) ? 'warn' : undefined}>
      {waitingTime(from, now)}
    </span>
  );
}

export function RefundsPart({ refunds, now }: Timed & { refunds: Part<'refunds'> }) {
  const { t } = useTranslation();
  const all = `${paths.refunds}?state=asked`;
  return (
    <Section title={t('overview.refundsTitle')} to={all} more={t('overview.allOf', { count: refunds.count })}>
      <ul className={styles.rows}>
        {refunds.list.map((one) => (
          <li key={one.refundNo}>
            <span className={styles.two}>
              <span>
                {one.configuration} × {one.quantity} · {one.reason}
              </span>
              <span className="owl-mono">{one.member}</span>
            </span>
            <Money fen={one.amountFen} />
            <Waiting from={one.time} now={now} />
            <Link
              to={`${all}&refund=${encodeURIComponent(one.refundNo)}`}
              aria-label={t('overview.decideOf', { name: one.refundNo })}
            >
              {t('overview.decideShort')}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function HangingPart({ hanging, now }: Timed & { hanging: Part<'hanging'> }) {
  const { t } = useTranslation();
  return (
    <Section title={t('overview.hangingTitle')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('overview.operation')}</th>
            <th scope="col" className={styles.right}>
              {t('overview.phonesHead')}
            </th>
            <th scope="col" className={styles.right}>
              {t('overview.elapsed')}
            </th>
            <th scope="col">
              <span className="owl-hidden-text">{t('common.operation')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {hanging.list.map((batch) => {
            const ms = now - batch.startedTime;
            return (
              <tr key={batch.batchId}>
                <td>
                  <span className={styles.two}>
                    <span>{batch.name}</span>
                    <span className="owl-mono">{batch.address}</span>
                  </span>
                </td>
                <td className={`${styles.right} owl-figures`}>{batch.phones}</td>
                <td className={`${styles.right} owl-figures owl-nowrap`}>
                  <span data-tone={ms > TWICE * batch.expectedMs ? 'err' : 'warn'}>{formatClock(ms)}</span> /{' '}
                  {formatClock(batch.expectedMs)}
                </td>
                <td className={styles.right}>
                  <Gate operation="get_any_phone">
                    <Link
                      to={`${paths.operatorPhones}?state=busy&phone=${batch.phoneId}`}
                      aria-label={t('overview.lookAt', { name: batch.address })}
                    >
                      {t('overview.look')}
                    </Link>
                  </Gate>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Section>
  );
}

export function FeedbackPart({ feedback, now }: Timed & { feedback: Part<'feedback'> }) {
  const { t } = useTranslation();
  return (
    <Section
      title={t('overview.feedbackTitle')}
      to={paths.feedbackInbox}
      more={t('overview.allOf', { count: feedback.count })}
    >
      <ul className={styles.rows}>
        {feedback.list.map((one) => (
          <li key={one.id}>
            <span className={styles.two}>
              <span>{one.title}</span>
              <span className="owl-mono">{one.member || '—'}</span>
            </span>
            <Waiting from={one.time} now={now} />
            <Link to={`${paths.feedbackInbox}?id=${one.id}`} aria-label={t('overview.answerTo', { name: one.title })}>
              {t('overview.answer')}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
