// Drawer beside a list: docked at its right on a desk (472 px, nothing covered, nothing blocked), at the bottom on a phone. It stands at one
// place of the document, so that what is open and typed in it stays when the window turns narrow or wide. A drawer that is opened over another
// sheet is no case for it: later sheets cover it.
import { Drawer } from 'antd';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWide } from '../useWide';
import styles from './DockedDrawer.module.css';

interface Props {
  open: boolean;
  title: ReactNode;
  onClose: () => void;
  /** At the other end of the title's line. */
  extra?: ReactNode;
  children: ReactNode;
}

export function DockedDrawer({ open, title, onClose, extra, children }: Props) {
  const { t } = useTranslation();
  const wide = useWide();
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={title}
      extra={extra}
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
