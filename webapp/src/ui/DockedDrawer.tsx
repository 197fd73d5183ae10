// What is docked at the right of a list on a desk (472 px, nothing covered, nothing blocked) and a bottom drawer on a phone. A window that
// turns from the one into the other keeps what is open and typed in it: both stand at the same place of the document. Not for
// what may be opened over another sheet, which stands later in it.
import { Drawer } from 'antd';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './DockedDrawer.module.css';
import { useWide } from './useWide';

interface Props {
  open: boolean;
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

export function DockedDrawer({ open, title, onClose, children }: Props) {
  const { t } = useTranslation();
  const wide = useWide();
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={title}
      closable={{ closeIcon: <X size={18} strokeWidth={1.6} />, 'aria-label': t('common.close') }}
      mask={!wide}
      focusable={{ trap: !wide }}
      placement={wide ? 'right' : 'bottom'}
      size={wide ? 472 : '92dvh'}
      getContainer={false}
      rootClassName={(wide ? styles.docked : styles.bottom) ?? ''}
      destroyOnHidden
    >
      {children}
    </Drawer>
  );
}
