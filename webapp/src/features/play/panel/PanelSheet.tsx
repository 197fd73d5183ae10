// The panel on a phone's screen: a sheet over the picture whose first row is the tabs, so that each of them has the rest for itself.
import { Button, Drawer } from 'antd';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { usePlayContext } from '../PlayContext';
import { Panel } from './Panel';
import styles from './Panel.module.css';

interface Props {
  open: boolean;
  onClose: () => void;
}

export function PanelSheet({ open, onClose }: Props) {
  const { t } = useTranslation();
  const { name } = usePlayContext();
  return (
    <Drawer
      open={open}
      onClose={onClose}
      placement="bottom"
      size={656}
      closable={false}
      destroyOnHidden
      rootClassName={styles.sheet ?? ''}
      aria-label={name}
    >
      <Panel onDone={onClose} />
      {/* The button is outside the tablist, which may contain tabs only. */}
      <Button
        type="text"
        className={styles.close ?? ''}
        icon={<X size={18} strokeWidth={1.6} aria-hidden="true" />}
        aria-label={t('common.close')}
        onClick={onClose}
      />
    </Drawer>
  );
}
