// Menu that swaps the master; the former master follows then. A phone that cannot be played stays in the menu, with its reason.
import { Dropdown, type MenuProps } from 'antd';
import { ArrowLeftRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Phone } from '@/features/phones/api';
import { playState } from '@/features/phones/view';
import { useGroupPlay } from '../GroupContext';
import styles from './Swap.module.css';

export function Swap() {
  const { t } = useTranslation();
  const { followers, chooseMaster } = useGroupPlay();
  const [open, setOpen] = useState(false);
  // The entries are built when the menu opens: there may be hundreds.
  const items: MenuProps['items'] = open
    ? followers.map((phone) => ({
        ...choiceOf(phone, phone.phoneAlias || phone.owlId),
        key: String(phone.phoneId),
        onClick: () => chooseMaster(phone.phoneId),
      }))
    : [];
  return (
    <Dropdown
      trigger={['click']}
      open={open}
      onOpenChange={setOpen}
      placement="bottomRight"
      menu={{ items, className: styles.menu ?? '' }}
    >
      <button type="button" className={`owl-plain-button ${styles.swap}`} aria-haspopup="menu">
        <ArrowLeftRight size={14} strokeWidth={1.6} aria-hidden="true" />
        {t('group.swap')}
      </button>
    </Dropdown>
  );
}

/** Menu entry that makes a phone the master. */
export function choiceOf(phone: Phone, words: string) {
  const { allowed, reason } = playState(phone);
  const label = allowed ? (
    words
  ) : (
    <span className={styles.blocked}>
      {words}
      <small>{reason}</small>
    </span>
  );
  return { label, disabled: !allowed };
}
