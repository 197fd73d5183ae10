// Everything that can be done with one phone, behind "…". What cannot stays in its place, with its reason.
import { Dropdown, type MenuProps } from 'antd';
import { CalendarPlus, Ellipsis, Info, Link2, Repeat, TrendingUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { buyPath, usePhoneActions, whyNot } from './actions';
import type { Phone } from './api';
import { useRunAction } from './PhoneActions';
import styles from './PhoneMenu.module.css';
import { isOver } from './view';

interface Props {
  phone: Phone;
  name: string;
  className: string;
}

/** CSS pixels between the menu and both its button and the edge of the window. */
const APART = 16;

/** The larger room above or below a button: a longer menu scrolls, and none of it lies outside the window. */
function roomAt(place: HTMLElement): number {
  const { top, bottom } = place.getBoundingClientRect();
  return Math.max(top, window.innerHeight - bottom) - APART;
}

export function PhoneMenu({ phone, name, className }: Props) {
  const { t } = useTranslation();
  const run = useRunAction();
  const actions = usePhoneActions();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const [room, setRoom] = useState<number>();
  // Made when it is seen: a page has a menu for each phone.
  const details = {
    key: 'details',
    icon: <Info size={16} strokeWidth={1.6} aria-hidden="true" />,
    label: t('list.details'),
    onClick: () => run('details', [phone]),
  };
  // More time, or a better phone, is bought by its owner alone.
  const bought = [
    { key: 'renew', icon: CalendarPlus },
    { key: 'upgrade', icon: TrendingUp },
  ] as const;
  const buyable = () =>
    phone.level === 'owner'
      ? bought.map(({ key, icon: Icon }) => ({
          key,
          icon: <Icon size={16} strokeWidth={1.6} aria-hidden="true" />,
          label: t(`list.${key}`),
          onClick: () => void navigate(buyPath([phone], key)),
        }))
      : [];
  const renewing = () =>
    phone.level === 'owner'
      ? [
          {
            key: 'autoRenew',
            icon: <Repeat size={16} strokeWidth={1.6} aria-hidden="true" />,
            label: t(phone.autoRenew ? 'list.autoRenewOff' : 'list.autoRenewOn'),
            onClick: () => run('autoRenew', [phone]),
          },
        ]
      : [];
  const linking = () =>
    phone.level === 'owner' && !isOver(phone)
      ? [
          {
            key: 'shareLink',
            icon: <Link2 size={16} strokeWidth={1.6} aria-hidden="true" />,
            label: t('list.shareLink'),
            onClick: () => run('shareLink', [phone]),
          },
        ]
      : [];
  const doable = () =>
    actions.flatMap((action) => {
      const { key, icon: Icon, danger } = action;
      const reason = whyNot(action.key, phone);
      const item = {
        key,
        icon: <Icon size={16} strokeWidth={1.6} aria-hidden="true" />,
        danger: danger === true,
        disabled: reason !== null,
        label: reason ? (
          <span className={styles.blocked}>
            {t(`actions.${key}`)}
            <small>{reason}</small>
          </span>
        ) : (
          t(`actions.${key}`)
        ),
        onClick: () => run(key, [phone]),
      };
      return danger ? [{ type: 'divider' as const, key: `before ${key}` }, item] : [item];
    });
  const items: MenuProps['items'] = open ? [details, ...buyable(), ...renewing(), ...linking(), ...doable()] : [];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is chosen in the menu is no click on the phone.
    // biome-ignore lint/a11y/useKeyWithClickEvents: what is chosen in the menu is no click on the phone.
    <span
      ref={place}
      className={styles.place}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <Dropdown
        trigger={['click']}
        open={open}
        onOpenChange={(next) => {
          if (next && place.current) setRoom(roomAt(place.current));
          setOpen(next);
        }}
        menu={{ items, style: { overflowY: 'auto', ...(room ? { maxHeight: room } : {}) } }}
        placement="bottomRight"
      >
        <button type="button" className={className} aria-label={t('actions.menu', { name })} aria-haspopup="menu">
          <Ellipsis size={16} strokeWidth={1.6} aria-hidden="true" />
        </button>
      </Dropdown>
    </span>
  );
}
