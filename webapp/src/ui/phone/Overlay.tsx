// Overlay of a phone's picture while it cannot be used: icon or progress, words, what to expect, at most two ways on.
import { Progress } from 'antd';
import type { LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '@/core/rules';
import { useStatusWords } from '@/core/statusWords';
import { Eyes } from '../Eyes';
import { useNow } from '../time/useNow';
import styles from './Overlay.module.css';
import { lookOfStatus, type PhoneStatus, RUNNING, tipOf } from './statusLook';

export interface OverlayAction {
  key: string;
  label: string;
  icon: LucideIcon;
  onRun: () => void;
}

interface Props extends PhoneStatus {
  /** The server's reason, instead of the status's own tip. */
  reason?: string | null;
  /** Retry, enter directly, power on, renew: two at most. */
  actions?: readonly OverlayAction[];
  /** Icon and words alone, for small pictures. */
  small?: boolean;
  /** tabIndex of the buttons: -1 where the keyboard reaches the same actions elsewhere. */
  tabIndex?: number | undefined;
}

const ICON_SIZE = 28;
const DEFAULT_EXPECTED_MS = 600_000;

/** Nothing over a phone that runs. */
export function Overlay({ reason, actions = [], small = false, tabIndex, ...status }: Props) {
  const { t } = useTranslation();
  const { tone, Icon, view } = lookOfStatus(status, useStatusWords());
  if (tone === 'ok' && status.code === RUNNING) return null;
  const text = status.expired ? reason : (reason ?? tipOf(status, view, t));
  return (
    <div className={styles.overlay} data-tone={tone} data-small={small}>
      <span className={styles.icon}>
        {tone === 'busy' ? (
          <Busy
            since={status.since}
            expectedMs={status.expectedMs ?? view.expectedMs ?? DEFAULT_EXPECTED_MS}
            small={small}
          />
        ) : tone === 'off' ? (
          <Eyes look="shut" width={small ? 28 : 40} />
        ) : (
          <Icon size={small ? 20 : ICON_SIZE} strokeWidth={1.6} aria-hidden="true" />
        )}
      </span>
      <strong className={styles.label}>
        {status.expired ? t(status.recycled ? 'status.recycled' : 'status.expired') : view.label}
      </strong>
      {text && !small ? <span className={styles.tip}>{text}</span> : null}
      {actions.length > 0 && !small ? (
        <span className={styles.actions}>
          {actions.slice(0, 2).map(({ key, label, icon: ActionIcon, onRun }) => (
            <button
              key={key}
              type="button"
              className={`owl-plain-button ${styles.action}`}
              tabIndex={tabIndex}
              onClick={(event) => {
                event.stopPropagation();
                onRun();
              }}
              onDoubleClick={(event) => event.stopPropagation()}
            >
              <ActionIcon size={14} strokeWidth={1.6} aria-hidden="true" />
              {label}
            </button>
          ))}
        </span>
      ) : null}
    </div>
  );
}

function Busy({ since, expectedMs, small }: { since: number; expectedMs: number; small: boolean }) {
  const elapsed = Math.max(0, useNow(1000) - since);
  const percent = Math.min(99, Math.max(1, Math.round((elapsed / expectedMs) * 100)));
  return (
    <Progress
      type="circle"
      size={small ? 40 : 52}
      percent={percent}
      strokeColor="var(--owl-pic-busy)"
      railColor="var(--owl-pic-button)"
      format={() => <span className={styles.clock}>{formatClock(elapsed)}</span>}
      aria-label={formatClock(elapsed)}
    />
  );
}
