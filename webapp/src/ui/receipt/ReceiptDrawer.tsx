// Where a receipt stands: docked at the right of the page on a desk (472 px, nothing covered, nothing blocked), a bottom drawer on a phone.
import { Drawer } from 'antd';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useWide } from '../useWide';
import { Receipt, type ReceiptProps } from './Receipt';
import styles from './ReceiptDrawer.module.css';

interface Props extends ReceiptProps {
  open: boolean;
  onClose: () => void;
}

export default function ReceiptDrawer({ open, onClose, ...receipt }: Props) {
  const { t } = useTranslation();
  const wide = useWide();
  const runs = receipt.lanes.some(({ state }) => state === 'running' || state === 'queued');
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t('receipt.name')}
      extra={<span className={styles.note}>{t(runs ? 'receipt.keepsRunning' : 'receipt.over')}</span>}
      closable={{ closeIcon: <X size={18} strokeWidth={1.6} />, 'aria-label': t('common.close') }}
      mask={!wide}
      placement={wide ? 'right' : 'bottom'}
      size={wide ? 472 : '92dvh'}
      getContainer={wide ? false : undefined}
      rootClassName={(wide ? styles.docked : styles.bottom) ?? ''}
      styles={{ body: { padding: 0 } }}
      destroyOnHidden
    >
      <Receipt {...receipt} />
    </Drawer>
  );
}
