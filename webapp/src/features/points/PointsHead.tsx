// Points of the member: how many and what they are worth, which end first, and how many end in which month.
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import { formatTime } from '@/core/rules';
import { MonthStacks } from '@/ui/charts/MonthStacks';
import { Money } from '@/ui/Money';
import { Ticks } from '@/ui/Ticks';
import type { PointSummary } from './api';
import { stacksOf } from './months';
import styles from './Points.module.css';

const DAY_MS = 86_400_000;
/** From so many days on the time left is said in months. */
const MONTHS_FROM = 90;

export function PointsHead({ summary }: { summary: PointSummary }) {
  const { t } = useTranslation();
  const { available, worthFen, held, owed, earnedPerYuan, perYuan, sharePercent, validMs, soonest, now } = summary;
  const [first] = soonest;
  return (
    <div className={styles.top}>
      <section className={styles.balance} aria-labelledby="points-available">
        <h2 id="points-available">{t('points.available')}</h2>
        <p className={`${styles.sum} owl-figures`} data-testid="points">
          {available.toLocaleString('en-US')}
        </p>
        <p>
          {t('points.worth')}{' '}
          <b>
            <Money fen={worthFen} />
          </b>
        </p>
        {held > 0 ? <p>{t('points.held', { n: held })}</p> : null}
        {owed > 0 ? <p className={styles.owed}>{t('points.owed', { n: owed })}</p> : null}
        <ul className={styles.rules}>
          {earnedPerYuan > 0 ? <li>{t('points.earns', { count: earnedPerYuan })}</li> : null}
          {sharePercent > 0 ? <li>{t('points.spends', { n: perYuan, share: sharePercent })}</li> : null}
          <li>{t('points.valid', { n: Math.round(validMs / DAY_MS) })}</li>
        </ul>
      </section>
      <section className={styles.soonest} aria-labelledby="points-soonest">
        <h2 id="points-soonest">{t('points.expire')}</h2>
        {first ? (
          <>
            <ul>
              {soonest.map(({ points, expireTime }) => {
                const days = Math.ceil((expireTime - now) / DAY_MS);
                return (
                  <li key={expireTime}>
                    <b className="owl-figures">{t('points.points', { count: points })}</b>
                    <span>
                      <Ticks filled={days} />
                      <time className="owl-figures">{formatTime(expireTime).slice(0, 10)}</time>
                    </span>
                    <span className="owl-nowrap">
                      {days < MONTHS_FROM
                        ? t('points.days', { count: days })
                        : t('points.monthsLeft', { count: Math.floor(days / 30) })}
                    </span>
                  </li>
                );
              })}
            </ul>
            <Link to={paths.renew}>{t('points.by', { n: first.points })}</Link>
          </>
        ) : (
          <p>{t('points.none')}</p>
        )}
      </section>
      {first ? <Months summary={summary} /> : null}
    </div>
  );
}

function Months({ summary }: { summary: PointSummary }) {
  const { t } = useTranslation();
  const { scale, stacks } = stacksOf(summary.months, formatTime(summary.now).slice(0, 7));
  const next = stacks.find(({ points }) => points > 0)?.month;
  return (
    <section className={styles.months} aria-labelledby="points-months">
      <h2 id="points-months">
        {t('points.months')} <small>· {t('points.tick', { n: scale })}</small>
      </h2>
      <MonthStacks
        labelledBy="points-months"
        stacks={stacks.map(({ month, points, bars }) => ({
          month,
          bars,
          amount: points > 0 ? points.toLocaleString('en-US') : undefined,
          mark: month === next ? 'next' : undefined,
        }))}
      />
    </section>
  );
}
