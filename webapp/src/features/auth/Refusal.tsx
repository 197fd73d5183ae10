// Why the server said no, above the button: its words, how long to wait where it says so, and what else can be done.
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { formatClock } from '@/core/rules';
import { faultWords } from '@/ui/states/faultWords';
import { useNow } from '@/ui/time/useNow';
import styles from './Entry.module.css';
import { Refused, waitOf } from './refusals';

interface Props {
  fault: CallFault | null;
  /** A way on, beside the words. */
  children?: ReactNode;
}

export function Refusal({ fault, children }: Props) {
  const { t } = useTranslation();
  if (!fault) return null;
  const wait = waitOf(fault);
  return (
    <div className={styles.refused} role="alert" data-calm={fault.code === Refused.captcha}>
      <CircleAlert size={16} strokeWidth={1.6} aria-hidden="true" />
      <div>
        <p className="owl-prose">{faultWords(fault, t)}</p>
        {wait === null ? null : <Wait key={`${fault.requestId} ${wait}`} waitMs={wait} />}
        {fault.kind === 'format' && fault.requestId ? (
          <small className="owl-mono">{t('fault.requestId', { id: fault.requestId })}</small>
        ) : null}
        {children}
      </div>
    </div>
  );
}

/** Counts down to the moment from which another try makes sense. */
function Wait({ waitMs }: { waitMs: number }) {
  const { t } = useTranslation();
  const [untilMs] = useState(() => Date.now() + waitMs);
  const leftMs = untilMs - useNow(1000);
  const over = leftMs <= 0;
  // Read out once at the start and once at the end; the figures between are for the eye.
  const [said, setSaid] = useState('');
  useEffect(() => {
    setSaid(over ? t('entry.waitOver') : t('entry.waitAbout', { count: Math.ceil(waitMs / 60_000) }));
  }, [over, waitMs, t]);
  return (
    <>
      <span aria-hidden="true" className="owl-figures">
        {over ? t('entry.waitOver') : t('entry.wait', { time: formatClock(leftMs) })}
      </span>
      <span className="owl-hidden-text">{said}</span>
    </>
  );
}
