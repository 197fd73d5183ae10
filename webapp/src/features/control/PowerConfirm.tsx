// Asks before phones are restarted, switched or given another system: what stops, what stays, how long it takes.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '@/core/rules';
import { useBegin } from '@/features/operations/useBegin';
import { Confirm } from '@/ui/dialogs/Confirm';

interface Props {
  open: boolean;
  kind: 'reboot' | 'powerOn' | 'powerOff' | 'upgradeImage';
  phoneIds: readonly number[];
  /** The name of the one phone. */
  name: string;
  film: readonly ReactNode[];
  /** How long it is expected to take. */
  expectedMs: number;
  onDone: () => void;
  onClose: () => void;
}

export function PowerConfirm({ open, kind, phoneIds, name, film, expectedMs, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const begin = useBegin();
  const n = phoneIds.length;
  const time = formatDuration(expectedMs);
  return (
    <Confirm
      open={open}
      mild
      title={n === 1 ? t(`control.${kind}One`, { name }) : t(`control.${kind}Many`, { n, count: n })}
      verb={t(`control.${kind}`, { n, count: n })}
      film={film}
      onClose={onClose}
      onConfirm={async () => {
        if (!(await begin({ kind, phoneIds: [...phoneIds] }, 'tell'))) onDone();
      }}
    >
      {t(`control.${kind}Text`, { time })}
    </Confirm>
  );
}
