// Asks before phones are given up: what is lost, and that nothing comes back; their number is typed.
import { useTranslation } from 'react-i18next';
import { Bold } from '@/ui/Bold';
import { Confirm } from '@/ui/dialogs/Confirm';
import type { Binned } from './api';
import styles from './Recycle.module.css';
import { useGivingUp } from './useGivingUp';

interface Props {
  phones: readonly Binned[];
  onDone: () => void;
  onClose: () => void;
}

export default function GiveUp({ phones, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const { run } = useGivingUp(phones, onDone);
  const n = phones.length;
  return (
    <Confirm
      open
      title={t('recycle.giveUpTitle', { count: n })}
      verb={t('recycle.giveUpVerb', { count: n })}
      count={n}
      onClose={onClose}
      onConfirm={run}
    >
      <p className={styles.names}>{phones.map(({ phoneAlias, owlId }) => phoneAlias || owlId).join(' · ')}</p>
      <ul className={styles.loss}>
        <li>
          <Bold text={t('recycle.giveUpLost')} />
        </li>
        <li>
          <Bold text={t('recycle.giveUpStock')} />
        </li>
        <li>{t('recycle.giveUpRecord')}</li>
      </ul>
    </Confirm>
  );
}
