// Asks before authorizations end: recalled by the owner, or given up by the one they were given to.
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { useToasts } from '@/ui/announce/Toasts';
import { Confirm } from '@/ui/dialogs/Confirm';
import { faultWords } from '@/ui/states/faultWords';
import { type Direction, useLeaveGrantsMutation, useRecallGrantsMutation } from './api';
import styles from './Sharing.module.css';

/** An authorization as the question names it. */
export interface Ending {
  relationId: number;
  name: string;
}

interface Props {
  open?: boolean;
  direction: Direction;
  endings: readonly Ending[];
  onDone: () => void;
  onClose: () => void;
}

export function EndConfirm({ open = true, direction, endings, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [recall] = useRecallGrantsMutation();
  const [leave] = useLeaveGrantsMutation();
  const n = endings.length;
  const key = direction === 'byMe' ? 'recall' : 'leave';
  return (
    <Confirm
      open={open}
      title={t(`sharing.${key}Title`, { n, count: n })}
      verb={t(`sharing.${key}Many`, { n })}
      onClose={onClose}
      onConfirm={async () => {
        const body = { relationIds: endings.map(({ relationId }) => relationId) };
        const { data, error } = await (direction === 'byMe' ? recall(body) : leave(body));
        if (!data) return toasts.failed(faultWords(error as CallFault, t));
        // A grant that was over already is what was wanted.
        toasts.done(t(`sharing.${key}Done`, { n, count: n }));
        return onDone();
      }}
    >
      <p className={styles.names}>{endings.map(({ name }) => name).join(' · ')}</p>
      <p>{t(`sharing.${key}Text`)}</p>
    </Confirm>
  );
}
