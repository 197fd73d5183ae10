// The member: masked phone and id, and the way out.
import { App, Dropdown, type MenuProps } from 'antd';
import { ChevronDown, LogOut, User } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import { endSession } from '@/core/session';
import { pictureAddress } from '@/features/branding/branding';
import { useCurrentMemberQuery } from '@/features/member/api';
import { useSignOutMutation } from '@/features/session/api';
import styles from './Frame.module.css';

/** Asks first; the session ends here even when the server cannot be told. */
export function useSignOut(): () => void {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const navigate = useNavigate();
  const [signOut] = useSignOutMutation();
  return () => {
    modal.confirm({
      title: t('session.signOutTitle'),
      content: t('session.signOutText'),
      okText: t('session.signOut'),
      cancelText: t('common.cancel'),
      onOk: async () => {
        await signOut();
        endSession('left');
        await navigate(paths.home);
      },
    });
  };
}

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

export function UserMenu() {
  const { t } = useTranslation();
  const onSignOut = useSignOut();
  const items: MenuProps['items'] = [
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
