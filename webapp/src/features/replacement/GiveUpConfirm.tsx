// Asks before a failed migration is given up: its backup is lost.
import { useTranslation } from 'react-i18next';
import { Confirm } from '@/ui/dialogs/Confirm';
import { useMigration } from './useMigration';

interface Props {
  open: boolean;
  phoneId: number;
  name: string;
  onDone: () => void;
  onClose: () => void;
}

export function GiveUpConfirm({ open, phoneId, name, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const go = useMigration();
  const giveUp = async () => {
    if (await go(phoneId, true)) onDone();
  };
  return (
    <Confirm
      open={open}
      title={t('replace.giveUpTitle', { name })}
      verb={t('replace.giveUpVerb')}
      onConfirm={giveUp}
      onClose={onClose}
    >
      <p>{t('replace.giveUpText')}</p>
    </Confirm>
  );
}
