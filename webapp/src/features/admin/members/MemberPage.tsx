// One member: six figures, what may be done, and in tabs what it has and what it did. Whose page it is and which tab stand in the address.
import { Button, Tabs } from 'antd';
import { Coins, Eye, KeyRound, UserRoundCheck, UserRoundX } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { CallFault } from '@/core/http';
import { permissionOf } from '@/core/operations';
import { isGivenUp } from '@/core/proof';
import { formatTime, holdsPermission } from '@/core/rules';
import { getUserId } from '@/core/session';
import { usePageTitle } from '@/shell/usePageTitle';
import { useToasts } from '@/ui/announce/Toasts';
import { CopyId } from '@/ui/copy/CopyId';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { Money } from '@/ui/Money';
import { Note } from '@/ui/Note';
import { Gate, useRights } from '@/ui/rights/Gate';
import { FaultState } from '@/ui/states/FaultState';
import { faultWords } from '@/ui/states/faultWords';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { TimeAgo } from '@/ui/time/TimeAgo';
import { useChangeUserStatusMutation } from '../users/api';
import { type Member, useGetMemberQuery, useRevealMemberMutation } from './api';
import { type MemberAction, MemberDialogs } from './MemberDialogs';
import styles from './Members.module.css';
import { StateOf } from './memberColumns';
import { accountOf, nameOf } from './names';

const PhonesPart = lazyWithRetry(() => import('./PhonesPart'));
const OrdersPart = lazyWithRetry(() => import('./OrdersPart'));
const SessionsPart = lazyWithRetry(() => import('./SessionsPart'));
const PointsPart = lazyWithRetry(() => import('./PointsPart'));
const RelatedPart = lazyWithRetry(() => import('./RelatedPart'));
const DonePart = lazyWithRetry(() => import('./DonePart'));

/** Permission to read the audit: without it the audit's records of a member are not shown. */
const AUDIT = permissionOf('list_audit') ?? '';

const tabs = ['phones', 'orders', 'sessions', 'points', 'related', 'done'] as const;
type Tab = (typeof tabs)[number];

const figures = (n: number) => n.toLocaleString('en-US');

export default function MemberPage({ memberId }: { memberId: number }) {
  const { t } = useTranslation();
  const { currentData, error, isFetching, refetch } = useGetMemberQuery(memberId, { refetchOnMountOrArgChange: true });
  const heading = usePageTitle(currentData ? nameOf(currentData) : t('pages.members'));
  if (!currentData && error && !isFetching) {
    return <FaultState title={t('members.memberFailed')} fault={error as CallFault} onRetry={refetch} />;
  }
  if (!currentData) return <RowSkeletons count={8} />;
  return (
    <MemberDetails
      member={currentData}
      heading={
        <h1 ref={heading} tabIndex={-1}>
          {nameOf(currentData)}
        </h1>
      }
    />
  );
}

function MemberDetails({ member, heading }: { member: Member; heading: ReactNode }) {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const [action, setAction] = useState<MemberAction | null>(null);
  const { permissions } = useRights();
  const open = tabs.filter((each) => each !== 'done' || holdsPermission(permissions, [AUDIT]));
  const tab: Tab = open.find((each) => each === query.get('tab')) ?? 'phones';
  const go = (next: string) => {
    setQuery({ id: String(member.memberId), ...(next === 'phones' ? {} : { tab: next }) }, { replace: true });
  };
  const { memberId } = member;
  const counts: Partial<Record<Tab, number>> = {
    phones: member.phones,
    orders: member.orders,
    sessions: member.sessions,
    related: member.subAccounts.length + (member.parent ? 1 : 0),
  };
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <div>
          {heading}
          <MemberHead member={member} />
        </div>
        <MemberActions member={member} onAction={(what) => setAction({ what, whom: member })} />
      </header>
      {member.disabled && member.disabledReason ? (
        <Note tone="warning">{t('members.disabledBecause', { reason: member.disabledReason })}</Note>
      ) : null}
      <Figures member={member} />
      <Tabs
        activeKey={tab}
        onChange={go}
        items={open.map((key) => ({
          key,
          label: `${t(`members.tabs.${key}`)} ${counts[key] === undefined ? '' : figures(counts[key])}`.trim(),
        }))}
      />
      <Suspense fallback={<RowSkeletons count={6} />}>
        {tab === 'phones' ? (
          <PhonesPart memberId={memberId} />
        ) : tab === 'orders' ? (
          <OrdersPart memberId={memberId} />
        ) : tab === 'sessions' ? (
          <SessionsPart memberId={memberId} name={nameOf(member)} live={member.sessions} />
        ) : tab === 'points' ? (
          <PointsPart memberId={memberId} />
        ) : tab === 'related' ? (
          <RelatedPart member={member} />
        ) : (
          <DonePart memberId={memberId} />
        )}
      </Suspense>
      <Suspense fallback={null}>
        {action ? <MemberDialogs action={action} onClose={() => setAction(null)} /> : null}
      </Suspense>
    </div>
  );
}

/** Number, id, since when; the whole number is shown on demand, and whoever looks is noted. */
function MemberHead({ member }: { member: Member }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [reveal, { data, isLoading }] = useRevealMemberMutation();
  const look = async () => {
    const { error } = await reveal(member.memberId);
    if (error) toasts.failed(faultWords(error as CallFault, t));
  };
  return (
    <div className={styles.who}>
      <StateOf disabled={member.disabled} />
      <span className="owl-figures">
        {data ? [data.phone, data.email].filter(Boolean).join(' · ') : accountOf(member)}
      </span>
      {data || (!member.phone && !member.hasEmail) ? null : (
        <Gate operation="reveal_member">
          <Button type="link" size="small" loading={isLoading} onClick={look}>
            {t('members.reveal')}
          </Button>
        </Gate>
      )}
      <CopyId id={String(member.memberId)} />
      <span>{t('members.since', { day: formatTime(member.createTime).slice(0, 10) })}</span>
    </div>
  );
}

function MemberActions({ member, onAction }: { member: Member; onAction: (what: MemberAction['what']) => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [setStatus] = useChangeUserStatusMutation();
  const name = nameOf(member);
  const enable = async () => {
    const { error } = await setStatus({ userId: member.memberId, status: '0' });
    if (error) {
      if (!isGivenUp(error)) toasts.failed(faultWords(error as CallFault, t));
    } else toasts.done(t('users.enabled', { name }));
  };
  const icon = { size: 16, strokeWidth: 1.6 } as const;
  return (
    <div className={styles.acts}>
      {member.disabled || member.memberId === getUserId() ? null : (
        <Gate operation="view_as_member">
          <Button icon={<Eye {...icon} />} onClick={() => onAction('viewAs')}>
            {t('members.viewAs')}
          </Button>
        </Gate>
      )}
      <Gate operation="reset_user_password">
        <Button icon={<KeyRound {...icon} />} onClick={() => onAction('password')}>
          {t('users.reset')}
        </Button>
      </Gate>
      {member.isOperator ? null : (
        <Gate operation="adjust_member_points">
          <Button icon={<Coins {...icon} />} onClick={() => onAction('points')}>
            {t('members.points')}
          </Button>
        </Gate>
      )}
      {member.memberId === getUserId() ? null : (
        <Gate operation="change_user_status">
          {member.disabled ? (
            <Button icon={<UserRoundCheck {...icon} />} onClick={enable}>
              {t('users.enable')}
            </Button>
          ) : (
            <Button danger icon={<UserRoundX {...icon} />} onClick={() => onAction('disable')}>
              {t('users.disable')}
            </Button>
          )}
        </Gate>
      )}
    </div>
  );
}

function Figures({ member }: { member: Member }) {
  const { t } = useTranslation();
  const { refundsSince, seenTime } = member;
  const all: [figure: ReactNode, words: string, below: ReactNode, tone?: 'warn' | 'err'][] = [
    [
      figures(member.phones),
      t('members.figures.phones'),
      member.failing > 0 ? t('members.failing', { count: member.failing }) : '—',
      member.failing > 0 ? 'err' : undefined,
    ],
    [
      <Money key="spent" fen={member.spentFen} />,
      t('members.figures.spent'),
      t('members.orders', { count: member.orders }),
    ],
    [
      figures(member.points),
      t('members.figures.points'),
      <span key="worth">
        {t('members.worth')} <Money fen={member.pointsFen} />
      </span>,
    ],
    [
      figures(member.refunds),
      t('members.figures.refunds'),
      refundsSince === null ? (
        '—'
      ) : (
        <span key="refunds">
          <Money fen={member.refundsFen} /> · <TimeAgo at={refundsSince} />
        </span>
      ),
      member.refunds > 0 ? 'warn' : undefined,
    ],
    [
      figures(member.sessions),
      t('members.figures.sessions'),
      seenTime === null ? '—' : <TimeAgo key="seen" at={seenTime} />,
    ],
    [
      figures(member.feedback),
      t('members.figures.feedback'),
      member.unanswered > 0 ? t('members.unanswered', { count: member.unanswered }) : '—',
      member.unanswered > 0 ? 'warn' : undefined,
    ],
  ];
  return (
    <dl className={styles.figures}>
      {all.map(([figure, words, below, tone]) => (
        <div key={words} className={styles.figure}>
          <dt>
            <b className="owl-figures">{figure}</b>
            {words}
          </dt>
          <dd data-tone={tone}>{below}</dd>
        </div>
      ))}
    </dl>
  );
}
