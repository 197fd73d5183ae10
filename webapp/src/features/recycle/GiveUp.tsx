// Asks before phones are given up: what is lost, and that nothing comes back; their number is typed.
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { Bold } from '@/ui/Bold';
import { Confirm } from '@/ui/Confirm';
import { faultWords } from '@/ui/faultWords';
import { useToasts } from '@/ui/Toasts';
import { type Binned, useGiveUpPhonesMutation } from './api';
import styles from './Recycle.module.css';

interface Props {
  phones: readonly Binned[];
  onDone: () => void;
  onClose: () => void;
}

export default function GiveUp({ phones, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [giveUp] = useGiveUpPhonesMutation();
  const n = phones.length;
  return (
    <Confirm
      open
      title={t('recycle.giveUpTitle', { n })}
      verb={t('recycle.giveUpVerb', { n })}
      count={n}
      onClose={onClose}
      onConfirm={async () => {
        const { error } = await giveUp({ phoneIds: phones.map(({ phoneId }) => phoneId), count: n });
        if (error) {
          toasts.failed(faultWords(error as CallFault, t));
          return;
        }
        toasts.done(t('recycle.giveUpDone', { n }));
        onDone();
      }}
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
