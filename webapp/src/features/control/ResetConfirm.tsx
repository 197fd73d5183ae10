// Asks before phones are reset to factory settings: what is lost, what stays, which phones; their number is typed.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '@/core/rules';
import { useBegin } from '@/features/operations/useBegin';
import { Bold } from '@/ui/Bold';
import { Confirm } from '@/ui/dialogs/Confirm';
import styles from './Control.module.css';

interface Props {
  open: boolean;
  phoneIds: readonly number[];
  /** The name of the one phone. */
  name: string;
  film: readonly ReactNode[];
  /** How long it is expected to take. */
  expectedMs: number;
  onDone: () => void;
  onClose: () => void;
}

export function ResetConfirm({ open, phoneIds, name, film, expectedMs, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const begin = useBegin();
  const n = phoneIds.length;
  const time = formatDuration(expectedMs);
  return (
    <Confirm
      open={open}
      title={n === 1 ? t('control.factoryResetOne', { name }) : t('control.factoryResetMany', { count: n })}
      verb={t('control.factoryReset', { n })}
      count={n}
      film={film}
      onClose={onClose}
      onConfirm={async () => {
        if (!(await begin({ kind: 'factoryReset', phoneIds: [...phoneIds] }, 'tell'))) onDone();
      }}
    >
      <ul className={styles.loss}>
        <li>
          <Bold text={t('control.lost')} />
        </li>
        <li>
          <Bold text={t('control.stays')} />
        </li>
        <li>{t('control.resetTime', { time })}</li>
      </ul>
    </Confirm>
  );
}
