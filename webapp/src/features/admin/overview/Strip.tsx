// Matters that need a person: five cells between hairlines, each with its figure, the oldest and the way there; on a phone a row each, the worst first.
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import type { OperationName } from '@/core/operations';
import { formatTime } from '@/core/rules';
import { Eyes } from '@/ui/Eyes';
import { Money } from '@/ui/Money';
import { Gate } from '@/ui/rights/Gate';
import type { Host, Overview } from './api';
import styles from './Strip.module.css';
import { isStrained, memoryPercent } from './strain';
import { waitingTime } from './waitingTime';

interface Cell {
  key: string;
  count: number;
  words: string;
  /** Something fails; else it waits. */
  fails: boolean;
  facts: ReactNode;
  to: string;
  step: string;
  /** Operation that the page behind the link asks. */
  operation: OperationName;
}

interface Props {
  overview: Overview;
  /** The most loaded hosts; undefined while they are measured, or where they may not be seen. */
  hosts: readonly Host[] | undefined;
  now: number;
  wide: boolean;
}

export function Strip({ overview, hosts, now, wide }: Props) {
  const { t } = useTranslation();
  const cells = useCells(overview, hosts, now);
  const shown = wide ? cells : [...cells].sort((a, b) => worth(b) - worth(a));
  if (cells.length === 0) return null;
  return (
    <ul className={styles.strip} aria-label={t('overview.needsYou')}>
      {shown.map((cell) => (
        <li key={cell.key} data-idle={cell.count === 0}>
          <span className={styles.figure}>
            <b className="owl-figures">{cell.count === 0 ? '—' : cell.count}</b> {cell.words}
          </span>
          <span className={styles.eyes} data-tone={cell.count === 0 ? undefined : cell.fails ? 'err' : 'warn'}>
            <Eyes look={cell.count === 0 ? 'open' : cell.fails ? 'crossed' : 'half'} width={20} />
          </span>
          <span className={`${styles.facts} owl-figures`}>{cell.count === 0 ? t('overview.nothing') : cell.facts}</span>
          {cell.count > 0 ? (
            <Gate operation={cell.operation}>
              <Link className={styles.step} to={cell.to} aria-label={`${cell.step}: ${cell.count} ${cell.words}`}>
                {wide ? cell.step : <ChevronRight size={16} strokeWidth={1.6} aria-hidden="true" />}
              </Link>
            </Gate>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

const worth = ({ count, fails }: Cell): number => (count === 0 ? 0 : fails ? 2 : 1);

function useCells(overview: Overview, hosts: readonly Host[] | undefined, now: number): Cell[] {
  const { t } = useTranslation();
  const { refunds, mismatches, hanging, feedback } = overview;
  const oldest = (from: number | null | undefined) =>
    from == null ? null : t('overview.oldest', { time: waitingTime(from, now) });
  const cells: Cell[] = [];
  if (refunds) {
    cells.push({
      key: 'refunds',
      count: refunds.count,
      words: t('overview.refunds', { count: refunds.count }),
      fails: false,
      facts: (
        <>
          <Money fen={refunds.amountFen} /> · {oldest(refunds.list[0]?.time)}
        </>
      ),
      to: `${paths.refunds}?state=asked`,
      step: t('overview.decide'),
      operation: 'list_refunds',
    });
  }
  if (mismatches) {
    cells.push({
      key: 'mismatches',
      count: mismatches.count,
      words: t('overview.mismatches', { count: mismatches.count }),
      fails: false,
      facts: (
        <>
          <Money fen={mismatches.amountFen} /> ·{' '}
          {mismatches.oldestTime == null ? null : (
            <span title={formatTime(mismatches.oldestTime)}>{oldest(mismatches.oldestTime)}</span>
          )}
        </>
      ),
      to: paths.mismatches,
      step: t('overview.match'),
      operation: 'list_mismatches',
    });
  }
  if (hanging) {
    cells.push({
      key: 'hanging',
      count: hanging.count,
      words: t('overview.hanging', { count: hanging.count }),
      fails: true,
      facts: (
        <>
          {t('overview.phones', { count: hanging.phones })} · {oldest(hanging.list[0]?.startedTime)}
        </>
      ),
      to: `${paths.operatorPhones}?state=busy`,
      step: t('overview.look'),
      operation: 'list_all_phones',
    });
  }
  if (feedback) {
    cells.push({
      key: 'feedback',
      count: feedback.count,
      words: t('overview.feedback', { count: feedback.count }),
      fails: false,
      facts: oldest(feedback.list[0]?.time),
      to: paths.feedbackInbox,
      step: t('overview.answer'),
      operation: 'list_feedback',
    });
  }
  if (hosts) {
    const strained = hosts.filter(isStrained);
    const [worst] = strained;
    const percent = worst ? Math.round(Math.max(worst.processorPercent ?? 0, memoryPercent(worst) ?? 0)) : 0;
    cells.push({
      key: 'hosts',
      count: strained.length,
      words: t('overview.strained', { count: strained.length }),
      fails: true,
      facts: worst ? (
        <>
          <span className="owl-mono">{worst.name}</span> · {t('overview.load', { n: percent })}
        </>
      ) : null,
      to: paths.hosts,
      step: t('overview.look'),
      operation: 'list_hosts',
    });
  }
  return cells;
}
