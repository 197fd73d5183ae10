// The member: masked phone and id, its own pages, and the way out.
import { Dropdown, type MenuProps } from 'antd';
import { ChevronDown, LogOut, User } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { PermittedRoute } from '@/app/permitted';
import { pictureAddress } from '@/features/branding/branding';
import { useCurrentMemberQuery } from '@/features/member/api';
import { useSignOut } from '@/features/session/useSignOut';
import styles from './Frame.module.css';
import { memberPages } from './memberPages';

/** Avatar, masked phone and id. */
export function Who() {
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
  const navigate = useNavigate();
  const onSignOut = useSignOut();
  const own = memberPages(routes);
  const items: MenuProps['items'] = [
    ...own.map(({ path, key, icon: Icon }) => ({
      key: path,
      label: t(key),
      icon: <Icon size={16} strokeWidth={1.6} />,
      onClick: () => void navigate(path),
    })),
    ...(own.length > 0 ? [{ type: 'divider' as const }] : []),
    { key: 'signOut', label: t('session.signOut'), icon: <LogOut size={16} strokeWidth={1.6} />, onClick: onSignOut },
  ];
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
      <button type="button" className={`owl-plain-button ${styles.user}`} aria-label={t('shell.account')}>
        <Who />
        <ChevronDown size={14} strokeWidth={1.6} aria-hidden="true" />
      </button>
    </Dropdown>
  );
}
