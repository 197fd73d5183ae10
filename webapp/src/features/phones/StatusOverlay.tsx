// What lies over a phone's picture while it cannot be used: icon or progress, words, what to expect.
import { Progress } from 'antd';
import { CalendarX2, CircleAlert, CircleX, PackageCheck, Wrench } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Eyes } from '@/ui/Eyes';
import { useNow } from '@/ui/useNow';
import type { Phone } from './api';
import styles from './StatusOverlay.module.css';
import type { PhoneView } from './view';

const ICON = { size: 28, strokeWidth: 1.6, 'aria-hidden': true } as const;
const ABNORMAL = 0;

/** `m:ss` since the status began. */
function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function Busy({ since, expectedMs }: { since: number; expectedMs: number }) {
  const elapsed = useNow(1000) - since;
  const percent = Math.min(99, Math.max(1, Math.round((elapsed / expectedMs) * 100)));
  return (
    <Progress
      type="circle"
      size={52}
      percent={percent}
      strokeColor="var(--owl-pic-busy)"
      railColor="var(--owl-pic-button)"
      format={() => <span className={styles.clock}>{clock(elapsed)}</span>}
      aria-label={clock(elapsed)}
    />
  );
}

/** Nothing over a phone that is well. */
export function StatusOverlay({ phone, view }: { phone: Phone; view: PhoneView }) {
  const { t } = useTranslation();
  const { status, expired } = view;
  if (!expired && status.tone === 'ok') return null;
  const tone = expired ? 'warn' : status.tone;
  const reason = expired ? phone.reason : (phone.reason ?? status.tip);
  return (
    <div className={styles.overlay} data-tone={tone}>
      <span className={styles.icon}>{expired ? <CalendarX2 {...ICON} /> : icon(phone, view)}</span>
      <strong className={styles.label}>{expired ? t('list.expired') : status.label}</strong>
      {reason ? <span className={`${styles.tip} owl-prose`}>{reason}</span> : null}
    </div>
  );
}

function icon(phone: Phone, { status }: PhoneView) {
  switch (status.tone) {
    case 'busy':
      return <Busy since={phone.statusSince} expectedMs={status.expectedMs ?? 600_000} />;
    case 'hold':
      return <Wrench {...ICON} />;
    case 'off':
      return <Eyes look="shut" width={40} />;
    case 'err':
      return phone.businessStatus === ABNORMAL ? <CircleAlert {...ICON} /> : <CircleX {...ICON} />;
    case 'ok':
      return <PackageCheck {...ICON} />;
  }
}
