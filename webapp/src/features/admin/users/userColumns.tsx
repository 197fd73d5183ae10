// The columns of the accounts, with what may be done to each.

import { Button, Dropdown } from 'antd';
import { CircleCheck, CircleX, Ellipsis, Lock } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { permissionOf } from '@/core/operations';
import { holdsPermission } from '@/core/rules';
import { getUserId } from '@/core/session';
import { faultWords } from '@/ui/faultWords';
import { Gate, useRights } from '@/ui/Gate';
import cells from '@/ui/list/Cells.module.css';
import type { Column } from '@/ui/list/columns';
import { RowLink } from '@/ui/list/RowLink';
import { useToasts } from '@/ui/Toasts';
import admin from '../Admin.module.css';
import { type User, useChangeUserStatusMutation } from './api';
import styles from './Users.module.css';
import type { Opened } from './UsersPage';

/** What an account is called: its nickname, else its name. */
export const nameOf = ({ nickName, userName }: User): string => nickName || userName;

/** The name, or the number without its middle: whole numbers are in the form and in the file. */
const shownAs = ({ userName }: User): string => userName.replace(/^(1\d{2})\d{4}(\d{4})$/, '$1****$2');

export function useUserColumns(onOpen: (opened: Opened) => void): Column<User>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('users.account'),
        width: 220,
        render: (user) => (
          <span className={cells.two}>
            <strong>{nameOf(user)}</strong>
            <span className="owl-figures">
              {shownAs(user)} · ID {user.userId}
            </span>
          </span>
        ),
      },
      {
        key: 'role',
        title: t('users.role'),
        width: 88,
        leaves: 2,
        render: ({ roles }) => t(roles.some(({ roleId }) => roleId === 2) ? 'users.operator' : 'users.member'),
      },
      {
        key: 'created',
        title: t('users.created'),
        width: 168,
        leaves: 4,
        sort: 'createTime',
        render: ({ createTime }) => <span className={`${admin.quiet} owl-figures`}>{createTime}</span>,
      },
      {
        key: 'signedIn',
        title: t('users.signedIn'),
        width: 168,
        leaves: 3,
        sort: 'loginDate',
        render: ({ loginDate }) => (
          <span className={`${admin.quiet} owl-figures`}>{loginDate || t('users.neverSignedIn')}</span>
        ),
      },
      {
        key: 'status',
        title: t('users.status'),
        width: 96,
        phone: 'side',
        render: ({ status }) => {
          const Icon = status === '1' ? CircleX : CircleCheck;
          return (
            <span className={styles.state} data-status={status}>
              <Icon size={14} strokeWidth={1.6} aria-hidden="true" />
              {t(status === '1' ? 'users.disabled' : 'users.normal')}
            </span>
          );
        },
      },
      { key: 'actions', title: '', width: 216, render: (user) => <Actions user={user} onOpen={onOpen} /> },
    ],
    [t, onOpen],
  );
}

function Actions({ user, onOpen }: { user: User; onOpen: (opened: Opened) => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { permissions } = useRights();
  const [setStatus] = useChangeUserStatusMutation();
  const name = nameOf(user);
  const may = (operation: 'change_user_status' | 'remove_users') =>
    holdsPermission(permissions, [permissionOf(operation) ?? '']);
  const enable = async () => {
    const { error } = await setStatus({ userId: user.userId, status: '0' });
    if (error) toasts.failed(faultWords(error as CallFault, t));
    else toasts.done(t('users.enabled', { name }));
  };
  const items = [
    ...(may('change_user_status')
      ? [
          user.status === '1'
            ? { key: 'enable', label: t('users.enable'), onClick: enable }
            : { key: 'disable', label: t('users.disable'), onClick: () => onOpen({ what: 'disable', user }) },
        ]
      : []),
    ...(may('remove_users')
      ? [{ key: 'delete', danger: true, label: t('users.delete'), onClick: () => onOpen({ what: 'delete', user }) }]
      : []),
  ];
  return (
    <span className={admin.actions}>
      <Gate operation="update_user">
        <RowLink
          label={t('admin.change')}
          name={t('admin.changeName', { name })}
          onClick={() => onOpen({ what: 'change', user })}
        />
      </Gate>
      <Gate operation="reset_user_password">
        <RowLink
          label={t('users.reset')}
          name={t('users.resetName', { name })}
          onClick={() => onOpen({ what: 'password', user })}
        />
      </Gate>
      {user.userId === getUserId() ? (
        <span className={styles.lock} title={t('users.ownLocked')}>
          <Lock size={14} strokeWidth={1.6} role="img" aria-label={t('users.ownLocked')} />
        </span>
      ) : items.length > 0 ? (
        <Dropdown trigger={['click']} menu={{ items }}>
          <Button
            type="text"
            size="small"
            aria-label={t('users.moreName', { name })}
            icon={<Ellipsis size={16} strokeWidth={1.6} />}
          />
        </Dropdown>
      ) : null}
    </span>
  );
}
