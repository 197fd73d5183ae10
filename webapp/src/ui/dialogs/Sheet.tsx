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
  /** Called after it has opened or closed, to place the focus. */
  onOpened?: () => void;
  /** Forms 480, paying 640, wide lists 1160. */
  width?: number;
  /** Whether it has a close button in the corner; without one, Escape and the other buttons close it. */
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

/** Whether the window was wide when the dialog opened: changing from modal to drawer while it is open would lose what is typed. */
function useOpenedWide(open: boolean): boolean {
  const wide = useWide();
  const [opened, setOpened] = useState(wide);
  if (!open && opened !== wide) setOpened(wide);
  return open ? opened : wide;
}
