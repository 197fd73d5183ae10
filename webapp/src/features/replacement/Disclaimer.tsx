// What must be read before data is moved: to its end, and for some seconds.
import { type UIEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TransferLimits } from '@/contract/constants';
import { useCountdown } from '@/ui/Countdown';
import { Ticks } from '@/ui/Ticks';
import styles from './ReplaceDialog.module.css';

const TERMS = ['term1', 'term2', 'term3', 'term4', 'term5', 'term6'] as const;
const STEPS = ['backUp', 'backedUp', 'migrate', 'runs'] as const;
const SECONDS = TransferLimits.disclaimerSeconds;
/** Browsers round how far a text was scrolled. */
const END_PX = 4;

interface Props {
  /** Its end was seen. */
  onEnd: () => void;
}

export function Disclaimer({ onEnd }: Props) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const atEnd = (element: HTMLElement) =>
    element.scrollTop + element.clientHeight >= element.scrollHeight - END_PX && element.clientHeight > 0;
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
      <section>
        <h3>{t('replace.disclaimer')}</h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reached by keyboard. */}
        <div
          ref={box}
          className={styles.terms}
          tabIndex={0}
          role="region"
          aria-label={t('replace.disclaimer')}
          onScroll={(event: UIEvent<HTMLDivElement>) => atEnd(event.currentTarget) && onEnd()}
        >
          <ol>
            {TERMS.map((term) => (
              <li key={term}>{t(`replace.${term}`)}</li>
            ))}
          </ol>
        </div>
      </section>
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

interface WaitProps {
  /** Since when the text is shown, Unix ms. */
  since: number;
  read: boolean;
  onOver: () => void;
}

/** The seconds that are left, a tick each; then what is still to be read. */
export function ReadingTime({ since, read, onOver }: WaitProps) {
  const { t } = useTranslation();
  const left = Math.ceil(useCountdown(since + SECONDS * 1000, onOver) / 1000);
  const over = left === 0;
  return (
    <span className={styles.reading}>
      {over ? null : <Ticks filled={SECONDS - left} of={SECONDS} />}
      {over ? (read ? null : t('replace.readOn')) : t('replace.readWait', { n: left })}
    </span>
  );
}

/** Whether the text was read: shown for long enough, and seen to its end. */
export function useReading(shown: boolean) {
  const [since, setSince] = useState(0);
  const [over, setOver] = useState(false);
  const [read, setRead] = useState(false);
  useEffect(() => {
    if (shown) setSince((before) => before || Date.now());
  }, [shown]);
  return { since, read, done: over && read, onOver: () => setOver(true), onEnd: () => setRead(true) };
}
