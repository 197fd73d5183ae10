// Disclaimer that must be read before data is moved: to its end, and for some seconds.
import { type UIEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TransferLimits } from '@/contract/constants';
import { Ticks } from '@/ui/Ticks';
import { useNow } from '@/ui/time/useNow';
import styles from './ReplaceDialog.module.css';

export const TERMS = ['term1', 'term2', 'term3', 'term4', 'term5', 'term6'] as const;
const STEPS = ['backUp', 'backedUp', 'migrate', 'runs'] as const;
const SECOND_MS = 1000;
const SECONDS = TransferLimits.disclaimerSeconds;
/** Browsers round how far a text was scrolled. */
const END_PX = 4;

interface Props {
  /** The end of the disclaimer was seen. */
  onEnd: () => void;
}

const atEnd = ({ scrollTop, clientHeight, scrollHeight }: HTMLElement): boolean =>
  clientHeight > 0 && scrollTop + clientHeight >= scrollHeight - END_PX;

export function Disclaimer({ onEnd }: Props) {
  const { t } = useTranslation();
  const box = useRef<HTMLElement>(null);
  const ended = useRef(onEnd);
  ended.current = onEnd;
  useEffect(() => {
    // Where all of it fits, nothing is left to scroll to.
    const look = () => box.current && atEnd(box.current) && ended.current();
    const sized = new ResizeObserver(look);
    if (box.current) sized.observe(box.current);
    return () => sized.disconnect();
  }, []);
  return (
    <div className={styles.agreement}>
      <div>
        <div className={styles.version}>
          <h3>{t('replace.disclaimer')}</h3>
          <span className="owl-figures">
            {t('replace.version', { version: TransferLimits.disclaimerVersion, day: TransferLimits.disclaimerDay })}
          </span>
        </div>
        <section
          ref={box}
          className={styles.terms}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reached by keyboard.
          tabIndex={0}
          aria-label={t('replace.disclaimer')}
          onScroll={(event: UIEvent<HTMLElement>) => atEnd(event.currentTarget) && onEnd()}
        >
          <ol>
            {TERMS.map((term) => (
              <li key={term}>{t(`replace.${term}`)}</li>
            ))}
          </ol>
        </section>
      </div>
      <section className={styles.happens}>
        <h3>{t('replace.happens')}</h3>
        <ol>
          {STEPS.map((step) => (
            <li key={step}>
              <b>{t(`replace.${step}`)}</b>
              <span>{t(`replace.${step}Text`)}</span>
            </li>
          ))}
        </ol>
        <p>{t('replace.goes')}</p>
      </section>
    </div>
  );
}

interface ReadingProps {
  /** Seconds that are left. */
  left: number;
  read: boolean;
}

/** The seconds that are left, a tick each; then what is still to be read. */
export function ReadingTime({ left, read }: ReadingProps) {
  const { t } = useTranslation();
  return (
    <span className={styles.reading}>
      {left > 0 ? (
        <span className={styles.seconds}>
          <Ticks filled={SECONDS - left} of={SECONDS} stretch />
        </span>
      ) : null}
      {left > 0 ? t('replace.readWait', { n: left }) : read ? null : t('replace.readOn')}
    </span>
  );
}

/** Whether the text was read: shown for long enough, and seen to its end. */
export function useReading(shown: boolean) {
  const now = useNow(SECOND_MS);
  const [since, setSince] = useState<number>();
  const [read, setRead] = useState(false);
  useEffect(() => {
    if (shown) setSince((before) => before ?? now);
  }, [shown, now]);
  const passed = since === undefined ? 0 : Math.floor((now - since) / SECOND_MS);
  const left = Math.max(0, SECONDS - passed);
  return { left, read, done: left === 0 && read, onEnd: useCallback(() => setRead(true), []) };
}
