// When members see an announcement, as ticks from now on. Decoration beside the fields that say the times, but for the length of a tick.
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/core/rules';
import { useNow } from '@/ui/time/useNow';
import styles from './Announcements.module.css';
import { EMPTY, type Fields, msOf } from './fields';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const TICKS = 60;
/** Ticks before now, so that what has been shown for a while is seen to have begun. */
const BEFORE = 2;
/** Hours of a tick: the shortest with which the end is still seen. */
const HOURS = [3, 6, 12, 24, 48, 96, 168] as const;

export function ShownTicks() {
  const { t } = useTranslation();
  const form = Form.useFormInstance<Fields>();
  const { from, until } = (Form.useWatch([], form) as Fields | undefined) ?? EMPTY;
  const now = useNow(MINUTE_MS);
  const [start, end] = [msOf(from) ?? now, msOf(until)];
  const last = Math.max(start, end ?? start);
  const hours = HOURS.find((each) => now + (TICKS - BEFORE) * each * HOUR_MS > last) ?? HOURS[HOURS.length - 1] ?? 3;
  const tickMs = hours * HOUR_MS;
  const origin = now - BEFORE * tickMs;
  const isShown = (tick: number) => {
    const begins = origin + tick * tickMs;
    return begins + tickMs > start && (end === undefined || begins < end);
  };
  return (
    <div className={styles.shown}>
      <div aria-hidden="true">
        {Array.from({ length: TICKS }, (_, tick) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a tick is its place.
          <span key={tick} data-shown={isShown(tick)} data-now={tick === BEFORE} />
        ))}
      </div>
      <p className="owl-figures">
        <span>{t('announcements.tickNow')}</span>
        <span>{end === undefined ? t('announcements.tickOpen') : formatTime(end)}</span>
        <span>
          {t(hours < 24 ? 'announcements.tickHours' : 'announcements.tickDays', {
            count: hours < 24 ? hours : hours / 24,
          })}
        </span>
      </p>
    </div>
  );
}
