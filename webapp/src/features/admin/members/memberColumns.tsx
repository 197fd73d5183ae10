// The columns of the members, with what may be done to each.
import { Button, Dropdown } from 'antd';
import { CircleCheck, CircleX, Ellipsis, Lock } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import type { CallFault } from '@/core/http';
import { type OperationName, permissionOf } from '@/core/operations';
import { isGivenUp } from '@/core/proof';
import { formatTime, holdsPermission } from '@/core/rules';
import { getUserId } from '@/core/session';
import { useToasts } from '@/ui/announce/Toasts';
import cells from '@/ui/list/Cells.module.css';
import type { Column } from '@/ui/list/columns';
import { RowLink } from '@/ui/list/RowLink';
import { Money } from '@/ui/Money';
import { useRights } from '@/ui/rights/Gate';
import { faultWords } from '@/ui/states/faultWords';
import { Ticks } from '@/ui/Ticks';
import { TimeAgo } from '@/ui/time/TimeAgo';
import admin from '../Admin.module.css';
import { useChangeUserStatusMutation } from '../users/api';
import type { MemberRow } from './api';
import type { MemberAction } from './MemberDialogs';
import styles from './Members.module.css';
import { accountOf, nameOf } from './names';

const PHONE_TICKS = 20;
const figures = (n: number) => n.toLocaleString('en-US');

export function useMemberColumns(onOpen: (action: MemberAction) => void): Column<MemberRow>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('members.member'),
        width: 216,
        render: (member) => (
          <span className={cells.two}>
            <strong>{nameOf(member)}</strong>
            <span className="owl-figures">
              {accountOf(member)} · ID {member.memberId}
            </span>
          </span>
        ),
      },
      {
        key: 'created',
        title: t('members.created'),
        width: 112,
        leaves: 4,
        phone: 'none',
        sort: 'created',
        render: ({ createTime }) => (
          <time className={`${admin.quiet} owl-figures`} dateTime={new Date(createTime).toISOString()}>
            {formatTime(createTime).slice(0, 10)}
          </time>
        ),
      },
      {
        key: 'phones',
        title: t('members.phones'),
        width: 144,
        render: (member) => <Phones member={member} />,
      },
      {
        key: 'spent',
        title: t('members.spent'),
        width: 112,
        align: 'right',
        leaves: 2,
        render: ({ spentFen }) => <Money fen={spentFen} />,
      },
      {
        key: 'points',
        title: t('members.points'),
        width: 96,
        align: 'right',
        leaves: 3,
        phone: 'none',
        sort: 'points',
        render: ({ points }) => <span className="owl-figures">{figures(points)}</span>,
      },
      {
        key: 'signedIn',
        title: t('members.signedIn'),
        width: 120,
        leaves: 1,
        sort: 'signedIn',
        render: ({ signInTime }) => (
          <span className={admin.quiet}>
            {signInTime === null ? t('users.neverSignedIn') : <TimeAgo at={signInTime} />}
          </span>
        ),
      },
      {
        key: 'status',
        title: t('members.status'),
        width: 88,
        phone: 'side',
        render: ({ disabled }) => <StateOf disabled={disabled} />,
      },
      { key: 'actions', title: '', width: 168, render: (member) => <Actions member={member} onOpen={onOpen} /> },
    ],
    [t, onOpen],
  );
}

export function StateOf({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation();
  const Icon = disabled ? CircleX : CircleCheck;
  return (
    <span className={styles.state} data-disabled={disabled}>
      <Icon size={14} strokeWidth={1.6} aria-hidden="true" />
      {t(disabled ? 'users.disabled' : 'users.normal')}
    </span>
  );
}

/** How many phones, and of what a person should know; a tick a phone up to 20. */
function Phones({ member: { phones, failing, ending } }: { member: MemberRow }) {
  const { t } = useTranslation();
  const tone = failing > 0 ? 'err' : ending > 0 ? 'warn' : '';
  const also =
    failing > 0 ? t('members.failing', { count: failing }) : ending > 0 ? t('members.ending', { count: ending }) : null;
  return (
    <span className={styles.phones}>
      <span>
        <b className="owl-figures">{figures(phones)}</b>
        {also ? <span data-tone={tone}>{also}</span> : null}
      </span>
      <Ticks filled={phones} of={PHONE_TICKS} tone={tone} />
    </span>
  );
}

function Actions({ member, onOpen }: { member: MemberRow; onOpen: (action: MemberAction) => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const navigate = useNavigate();
  const { permissions } = useRights();
  const [setStatus] = useChangeUserStatusMutation();
  const name = nameOf(member);
  const may = (operation: OperationName) => holdsPermission(permissions, [permissionOf(operation) ?? '']);
  const open = (what: MemberAction['what']) => () => onOpen({ what, whom: member });
  const enable = async () => {
    const { error } = await setStatus({ userId: member.memberId, status: '0' });
    if (error) {
      if (!isGivenUp(error)) toasts.failed(faultWords(error as CallFault, t));
    } else toasts.done(t('users.enabled', { name }));
  };
  const own = member.memberId === getUserId();
  const items = [
    ...(may('update_user') && may('get_user')
      ? [{ key: 'change', label: t('admin.change'), onClick: open('change') }]
      : []),
    ...(may('reset_user_password') ? [{ key: 'password', label: t('users.reset'), onClick: open('password') }] : []),
    ...(may('adjust_member_points') && !member.isOperator
      ? [{ key: 'points', label: t('members.points'), onClick: open('points') }]
      : []),
    ...(may('change_user_status') && !own
      ? [
          member.disabled
            ? { key: 'enable', label: t('users.enable'), onClick: enable }
            : { key: 'disable', label: t('users.disable'), onClick: open('disable') },
        ]
      : []),
    ...(may('remove_users') && !own
      ? [{ key: 'delete', danger: true, label: t('users.delete'), onClick: open('delete') }]
      : []),
  ];
  return (
    <span className={admin.actions}>
      <RowLink
        label={t('members.open')}
        name={t('members.openName', { name })}
        onClick={() => void navigate(paths.member(member.memberId))}
      />
      {items.length > 0 ? (
        <Dropdown trigger={['click']} menu={{ items }}>
          <Button
            type="text"
            size="small"
            aria-label={t('users.moreName', { name })}
            icon={<Ellipsis size={16} strokeWidth={1.6} />}
          />
        </Dropdown>
      ) : null}
      {own ? (
        <span className={styles.lock} title={t('users.ownLocked')}>
          <Lock size={14} strokeWidth={1.6} role="img" aria-label={t('users.ownLocked')} />
        </span>
      ) : null}
    </span>
  );
}
