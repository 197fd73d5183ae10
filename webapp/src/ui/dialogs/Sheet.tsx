// The frame of every dialog: a Modal on a desk, a bottom drawer on a phone. Title, content, buttons at the right.
import { Drawer, Modal } from 'antd';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWide } from '../useWide';
import styles from './Sheet.module.css';

interface Props {
  open: boolean;
  title: ReactNode;
  onClose: () => void;
  /** Called once it is gone or there: where the focus should go. */
  onOpened?: () => void;
  /** Forms 480, paying 640, wide lists 1160. */
  width?: number;
  /** Whether a cross stands in the corner; without it Escape and the buttons lead out. */
  cross?: boolean;
  /** Verb and number at the right; cancel before it. */
  footer?: ReactNode;
  children: ReactNode;
}

const ICON = <X size={18} strokeWidth={1.6} />;

export function Sheet({ open, title, onClose, onOpened, width = 480, cross = true, footer, children }: Props) {
  const { t } = useTranslation();
  const wide = useOpenedWide(open);
  const opened = (is: boolean) => {
    if (is) onOpened?.();
  };
  const buttons = footer ? <div className={styles.footer}>{footer}</div> : null;
  if (wide) {
    return (
      <Modal
        open={open}
        title={title}
        onCancel={onClose}
        afterOpenChange={opened}
        width={width}
        centered={width > 480}
        footer={buttons}
        closable={cross && { closeIcon: ICON, 'aria-label': t('common.close') }}
        destroyOnHidden
      >
        {children}
      </Modal>
    );
  }
  return (
    <Drawer
      open={open}
      title={title}
      onClose={onClose}
      afterOpenChange={opened}
      placement="bottom"
      size="auto"
      rootClassName={styles.bottom ?? ''}
      footer={buttons}
      closable={cross && { closeIcon: ICON, placement: 'end', 'aria-label': t('common.close') }}
      destroyOnHidden
    >
      {children}
    </Drawer>
  );
}

/** Whether there was room when it opened: to become the other meanwhile would lose what is typed in it. */
function useOpenedWide(open: boolean): boolean {
  const wide = useWide();
  const [opened, setOpened] = useState(wide);
  if (!open && opened !== wide) setOpened(wide);
  return open ? opened : wide;
}
