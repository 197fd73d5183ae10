// The member: masked phone and id, the account centre and its own pages, layout and keys, feedback, and the way out.
import { Dropdown, type MenuProps } from 'antd';
import { ChevronDown, Headset, Keyboard, LogOut, MessageSquareText, Settings2, User, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import type { PermittedRoute } from '@/app/permitted';
import { useAppDispatch } from '@/app/store';
import { getView } from '@/core/session';
import { pictureAddress } from '@/features/branding/branding';
import { useCurrentMemberQuery } from '@/features/member/api';
import { useSignOut } from '@/features/session/useSignOut';
import styles from '../frame/Frame.module.css';
import { memberPages } from '../menu/memberPages';
import { overlayShown } from '../slice';

const ICON = { size: 16, strokeWidth: 1.6 } as const;

/** Avatar, masked phone and id. */
export function UserName() {
  const { data } = useCurrentMemberQuery();
  // The third of the sizes is the largest; the first that exists stands in.
  const avatar = pictureAddress(data?.avatarList[2]?.avatarUrl || data?.avatar);
  return (
    <>
      <span className={styles.avatar}>
        {avatar ? <img src={avatar} alt="" /> : <User size={16} strokeWidth={1.6} aria-hidden="true" />}
      </span>
      <span className={styles.who}>
        <span className="owl-figures">{data?.phone || data?.userName || ' '}</span>
        <small className="owl-figures">{data ? `ID ${data.userId}` : ' '}</small>
      </span>
    </>
  );
}

export function UserMenu({ routes }: { routes: readonly PermittedRoute[] }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const onSignOut = useSignOut();
  const own = memberPages(routes).map(({ path, key, icon: Icon }) => ({
    key: path,
    label: t(key),
    icon: <Icon {...ICON} />,
    // Authorization management lies over the page; a phone, which has room for the page alone, has a menu of its own.
    onClick: () => void (path === paths.sharing ? dispatch(overlayShown('sharing')) : navigate(path)),
  }));
  const feedback = {
    key: 'feedback',
    label: t('feedback.title'),
    icon: <MessageSquareText {...ICON} />,
    onClick: () => void dispatch(overlayShown('feedback')),
  };
  const service = routes.some(({ path }) => path === paths.customer)
    ? [
        {
          key: paths.customer,
          label: t('pages.customerService'),
          icon: <Headset {...ICON} />,
          onClick: () => void navigate(paths.customer),
        },
      ]
    : [];
  const centre = routes.some(({ path }) => path === paths.account)
    ? [
        {
          key: paths.account,
          label: t('pages.account'),
          icon: <UserRound {...ICON} />,
          onClick: () => void navigate(paths.account),
        },
      ]
    : [];
  const layout = {
    key: 'layout',
    label: t('shell.layout'),
    icon: <Settings2 {...ICON} />,
    onClick: () => void dispatch(overlayShown('settings')),
  };
  const keys = {
    key: 'keys',
    label: t('shell.keys.title'),
    icon: <Keyboard {...ICON} />,
    onClick: () => void dispatch(overlayShown('help')),
  };
  const items: MenuProps['items'] = [
    ...centre,
    ...own,
    ...service,
    { type: 'divider' as const },
    layout,
    keys,
    feedback,
    // A console that is only seen is left by the band above it.
    ...(getView()
      ? []
      : [
          { type: 'divider' as const },
          { key: 'signOut', label: t('session.signOut'), icon: <LogOut {...ICON} />, onClick: onSignOut },
        ]),
  ];
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
      <button type="button" className={`owl-plain-button ${styles.user}`} aria-label={t('shell.account')}>
        <UserName />
        <ChevronDown size={14} strokeWidth={1.6} aria-hidden="true" />
      </button>
    </Dropdown>
  );
}
