// Where a member is signed in, and was: one session is ended at once, all of them after a question.
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { isGivenUp } from '@/core/proof';
import { useToasts } from '@/ui/announce/Toasts';
import { Confirm } from '@/ui/dialogs/Confirm';
import cells from '@/ui/list/Cells.module.css';
import type { Column } from '@/ui/list/columns';
import { RowLink } from '@/ui/list/RowLink';
import { Gate } from '@/ui/rights/Gate';
import { faultWords } from '@/ui/states/faultWords';
import { TimeAgo } from '@/ui/time/TimeAgo';
import { type MemberSession, useEndMemberSessionsMutation, useListMemberSessionsQuery } from './api';
import styles from './Members.module.css';
import { PART_SIZE, Part } from './Part';

const reasons = {
  signedOut: 'members.ended.signedOut',
  elsewhere: 'members.ended.elsewhere',
  reuse: 'members.ended.reuse',
  ended: 'members.ended.ended',
  password: 'members.ended.password',
  deleted: 'members.ended.deleted',
  disabled: 'members.ended.disabled',
  expired: 'members.ended.expired',
} as const;

interface Props {
  memberId: number;
  name: string;
  /** How many are live. */
  live: number;
}

export default function SessionsPart({ memberId, name, live }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [pageNo, setPageNo] = useState(1);
  const [asked, setAsked] = useState<MemberSession | 'all' | null>(null);
  const answer = useListMemberSessionsQuery(
    { memberId, pageNo, pageSize: PART_SIZE },
    { refetchOnMountOrArgChange: true },
  );
  const [end] = useEndMemberSessionsMutation();
  const confirm = async () => {
    const one = asked !== null && asked !== 'all' ? { sessionId: asked.sessionId } : {};
    const { data, error } = await end({ memberId, ...one });
    if (error) {
      if (!isGivenUp(error)) toasts.failed(faultWords(error as CallFault, t));
    } else toasts.done(t('members.sessionsEnded', { count: data?.ended ?? 0 }));
  };
  const columns: Column<MemberSession>[] = [
    {
      key: 'device',
      title: t('members.device'),
      width: 240,
      render: ({ device, terminal }) => (
        <span className={cells.two}>
          <strong>{device || terminal}</strong>
          <span>{terminal}</span>
        </span>
      ),
    },
    {
      key: 'address',
      title: t('members.address'),
      width: 160,
      render: ({ address }) => <span className="owl-mono">{address || '—'}</span>,
    },
    { key: 'begun', title: t('members.begun'), width: 136, leaves: 1, render: (one) => <TimeAgo at={one.createdAt} /> },
    { key: 'seen', title: t('members.seen'), width: 136, render: (one) => <TimeAgo at={one.lastSeenAt} /> },
    {
      key: 'state',
      title: t('members.status'),
      width: 160,
      phone: 'side',
      render: ({ endReason }) =>
        endReason ? t(reasons[endReason]) : <span className={styles.gain}>{t('members.live')}</span>,
    },
    {
      key: 'actions',
      title: '',
      width: 88,
      render: (session) =>
        session.endReason ? null : (
          <Gate operation="end_member_sessions">
            <RowLink
              danger
              label={t('members.end')}
              name={t('members.endName', { name: session.device || session.terminal })}
              onClick={() => setAsked(session)}
            />
          </Gate>
        ),
    },
  ];
  return (
    <>
      <Part<MemberSession>
        label={t('members.tabs.sessions')}
        answer={answer}
        columns={columns}
        idOf={({ sessionId }) => sessionId}
        nameOf={({ device, terminal }) => device || terminal}
        empty={t('members.noSessions')}
        pageNo={pageNo}
        onPage={setPageNo}
        above={
          live > 0 ? (
            <Gate operation="end_member_sessions">
              <Button danger className={styles.end ?? ''} onClick={() => setAsked('all')}>
                {t('members.endAll', { count: live })}
              </Button>
            </Gate>
          ) : null
        }
      />
      <Confirm
        open={asked !== null}
        title={asked === 'all' ? t('members.endAllTitle', { name }) : t('members.endTitle', { name })}
        verb={asked === 'all' ? t('members.endAll', { count: live }) : t('members.end')}
        onConfirm={confirm}
        onClose={() => setAsked(null)}
      >
        <p>{asked === 'all' ? t('members.endAllText') : t('members.endText')}</p>
      </Confirm>
    </>
  );
}
