// Where a receipt stands: docked at the right of the page on a desk, a bottom drawer on a phone.
import { useTranslation } from 'react-i18next';
import { DockedDrawer } from '../DockedDrawer';
import { Receipt, type ReceiptProps } from './Receipt';
import styles from './ReceiptDrawer.module.css';

interface Props extends ReceiptProps {
  open: boolean;
  onClose: () => void;
}

export default function ReceiptDrawer({ open, onClose, ...receipt }: Props) {
  const { t } = useTranslation();
  const runs = receipt.lanes.some(({ state }) => state === 'running' || state === 'queued');
  return (
    <DockedDrawer
      open={open}
      onClose={onClose}
      title={t('receipt.name')}
      extra={<span className={styles.note}>{t(runs ? 'receipt.keepsRunning' : 'receipt.over')}</span>}
      flush
    >
      <Receipt {...receipt} />
    </DockedDrawer>
  );
}
