// Frame around the picture of a link's page: what it is, how many watch, and how long it still goes on.
import { Users } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppDispatch } from '@/app/store';
import { formatClock } from '@/core/rules';
import { appearance } from '@/core/storage';
import { otherLocale, switchLanguage } from '@/i18n';
import { appearanceLent } from '@/shell/slice';
import { Owl } from '@/ui/Owl';
import { Ticks } from '@/ui/Ticks';
import { useCountdown } from '@/ui/time/Countdown';
import styles from './Shared.module.css';
import { type Standing, standingOf } from './visitorApi';

const TICKS = 30;
const STANDING_MS = 5000;
/** By then the page's own picture is counted, mostly. */
const FIRST_MS = 1500;

/** Dark whatever the theme, as long as the picture is there. */
export function useDark(): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    dispatch(appearanceLent('dark'));
    return () => {
      dispatch(appearanceLent(appearance.get()));
    };
  }, [dispatch]);
}

/** Asks now and then how many watch, and until when. */
export function useStanding(accessToken: string, onGone: () => void): Standing | null {
  const [standing, setStanding] = useState<Standing | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const look = async () => {
      const answer = await standingOf(accessToken, stop.signal);
      if (stop.signal.aborted || answer === undefined) return;
      if (answer === null) onGone();
      else setStanding(answer);
    };
    const first = window.setTimeout(() => void look(), FIRST_MS);
    const timer = window.setInterval(() => void look(), STANDING_MS);
    return () => {
      stop.abort();
      window.clearTimeout(first);
      window.clearInterval(timer);
    };
  }, [accessToken, onGone]);
  return standing;
}

interface Time {
  since: number;
  until: number;
  /** Ticks of the whole time. */
  ticks?: number;
  /** Stands before what is left. */
  words?: string;
}

interface HeadProps extends Time {
  heading: RefObject<HTMLHeadingElement | null>;
  name: string;
  wide: boolean;
  standing: Standing | null;
  /** Chips beside the name. */
  children?: ReactNode;
}

export function LinkHead({ heading, name, wide, standing, children, ...time }: HeadProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.head} data-wide={wide}>
      <Owl size={24} />
      <h1 ref={heading} tabIndex={-1}>
        {name}
      </h1>
      {children}
      <span className={styles.grow} />
      {standing ? (
        <span className={styles.viewers}>
          <Users size={16} strokeWidth={1.6} aria-hidden="true" />
          <span className="owl-figures">
            <b>{standing.viewers}</b> / {standing.viewersMax}
          </span>
          <span className={wide ? '' : 'owl-hidden-text'}>{t('links.watching')}</span>
        </span>
      ) : null}
      {wide ? <LinkTime {...time} /> : null}
      <button type="button" className={`owl-plain-button ${styles.language}`} onClick={switchLanguage}>
        {otherLocale() === 'zh-CN' ? '中文' : 'EN'}
      </button>
    </div>
  );
}

/** Time left of the link or of the trial, as a clock and in ticks. */
export function LinkTime({ since, until, ticks = TICKS, words }: Time) {
  const { t } = useTranslation();
  const left = useCountdown(until);
  const all = Math.max(1, until - since);
  return (
    <div className={styles.left}>
      <span>
        {words ?? t('links.left')}{' '}
        <b role="timer" className="owl-figures owl-nowrap">
          {formatClock(left)}
        </b>
      </span>
      <div className={styles.ticks}>
        <Ticks filled={Math.ceil((left / all) * ticks)} of={ticks} stretch />
      </div>
    </div>
  );
}
