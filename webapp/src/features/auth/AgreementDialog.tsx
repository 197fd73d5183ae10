// The text of an agreement.
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Sheet } from '@/ui/Sheet';
import type { Text } from './Agreements';
import styles from './Entry.module.css';

interface Props {
  text: Text;
  open: boolean;
  onClose: () => void;
}

export default function AgreementDialog({ text, open, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Sheet
      open={open}
      title={t(`agreements.${text}.title`)}
      onClose={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      {(['one', 'two', 'three', 'four'] as const).map((part) => (
        <p key={part} className={`${styles.clause} owl-prose`}>
          {t(`agreements.${text}.${part}`)}
        </p>
      ))}
    </Sheet>
  );
}
