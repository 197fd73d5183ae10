// Menu of all actions on one phone, at its button or at the pointer: use, rent, sort, keep running, destroy. An action that is not possible stays in
// its place, with its reason. Loaded when the first menu is opened.
import { Dropdown, type MenuProps } from 'antd';
import {
  CalendarPlus,
  Eye,
  Info,
  Link2,
  type LucideIcon,
  Repeat,
  SquareArrowOutUpRight,
  TrendingUp,
} from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useRights } from '@/ui/rights/Gate';
import type { Phone } from '../api';
import { isOver, viewPhone } from '../view';
import { type ActionKey, buyPath, remediesFor, usePhoneActions, whyNot } from './actions';
import styles from './OpenMenu.module.css';
import { useRunAction } from './PhoneActions';
import { useOpenPhone } from './useOpenPhone';

/** Anchor of the menu: the box of a control, or a point. */
export type MenuPlace = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

interface Props {
  phone: Phone;
  place: MenuPlace;
  open: boolean;
  onClose: () => void;
  /** Returns the focus to where the menu was opened. */
  onLeave: () => void;
}

type Item = NonNullable<MenuProps['items']>[number];

/** CSS pixels between the menu and both its place and the edge of the window. */
const APART = 16;

/** Height of the larger space above or below the anchor: a longer menu scrolls, so that none of it is outside the window. */
const roomAt = ({ top, height }: MenuPlace) => Math.max(top, window.innerHeight - top - height) - APART;

const using: readonly ActionKey[] = ['pushFile', 'manageApps', 'authorize', 'recall'];
const sorting: readonly ActionKey[] = ['rename', 'moveGroup', 'tags'];

export default function OpenMenu({ phone, place, open, onClose, onLeave }: Props) {
  const items = useItems(phone, onLeave);
  useEffect(() => {
    if (!open) onLeave();
  }, [open, onLeave]);
  return (
    <Dropdown
      trigger={['click']}
      open={open}
      autoFocus
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      menu={{ items, onClick: onClose, style: { overflowY: 'auto', maxHeight: roomAt(place) } }}
      placement={place.width <= 1 ? 'bottomLeft' : 'bottomRight'}
    >
      <span className={styles.place} style={{ ...place }} aria-hidden="true" />
    </Dropdown>
  );
}

/** Entries of the menu. Each calls `onLeave` first, so that a dialog returns the focus to where the menu was opened, not to the closed menu. */
function useItems(phone: Phone, onLeave: () => void): Item[] {
  const { t } = useTranslation();
  const run = useRunAction();
  const open = useOpenPhone();
  const actions = usePhoneActions();
  const { permissions } = useRights();
  const navigate = useNavigate();
  const owned = phone.level === 'owner';

  const item = (
    key: string,
    label: string,
    Icon: LucideIcon,
    act: () => void,
    reason: string | null = null,
    danger = false,
  ): Item => ({
    key,
    danger,
    icon: <Icon size={16} strokeWidth={1.6} aria-hidden="true" />,
    disabled: reason !== null,
    label: reason ? (
      <span className={styles.blocked}>
        {label}
        <small>{reason}</small>
      </span>
    ) : (
      label
    ),
    onClick: () => {
      onLeave();
      act();
    },
  });
  const doing = (which: (key: ActionKey, danger: boolean) => boolean): Item[] =>
    actions
      .filter(({ key, danger }) => which(key, danger === true))
      .map(({ key, icon, danger }) =>
        item(key, t(`actions.${key}`), icon, () => run(key, [phone]), whyNot(key, phone), danger === true),
      );
  const view = viewPhone(phone);
  const use = [
    ...(view.open.allowed ? [item('open', t('list.open'), SquareArrowOutUpRight, () => open(phone))] : []),
    ...(view.watch.allowed && phone.level !== 'view'
      ? [item('watch', t('list.watch'), Eye, () => open(phone, 'view'))]
      : []),
    ...doing((key) => using.includes(key)),
    ...(owned && !isOver(phone)
      ? [item('shareLink', t('list.shareLink'), Link2, () => run('shareLink', [phone]))]
      : []),
  ];
  // Only the owner may renew or upgrade a phone.
  const rent = owned
    ? [
        item('renew', t('list.renew'), CalendarPlus, () => void navigate(buyPath([phone], 'renew'))),
        item('upgrade', t('list.upgrade'), TrendingUp, () => void navigate(buyPath([phone], 'upgrade'))),
        item('autoRenew', t(phone.autoRenew ? 'list.autoRenewOff' : 'list.autoRenewOn'), Repeat, () =>
          run('autoRenew', [phone]),
        ),
      ]
    : [];
  const sort = [
    item('details', t('list.details'), Info, () => run('details', [phone])),
    ...doing((key) => sorting.includes(key)),
  ];
  // Remedies from the overlay of a phone that is not well, as far as they are no entries of their own.
  const ways = remediesFor(phone, t, run, permissions, (path) => void navigate(path))
    .filter(({ key }) => key !== 'renew' && !actions.some((action) => action.key === key))
    .map(({ key, label, icon, onRun }) => item(key, label, icon, onRun));
  const keep = [...ways, ...doing((key, danger) => !danger && !using.includes(key) && !sorting.includes(key))];
  return [use, rent, sort, keep, doing((_, danger) => danger)]
    .filter((group) => group.length > 0)
    .flatMap((group, at) => (at === 0 ? group : [{ type: 'divider' as const, key: `before ${at}` }, ...group]));
}
