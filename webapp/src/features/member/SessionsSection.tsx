// Where the member is signed in, and was: each can be ended, or all others at once.
import { Pagination } from 'antd';
import { AppWindow, Headset, Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { formatTime } from '@/core/rules';
import { useToasts } from '@/ui/announce/Toasts';
import { Confirm } from '@/ui/dialogs/Confirm';
import { ChangeButton } from '@/ui/rights/ChangeButton';
import { FaultState } from '@/ui/states/FaultState';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { TimeAgo } from '@/ui/time/TimeAgo';
import styles from './AccountPage.module.css';
import { type SessionView, useEndSessionMutation, useListOperatorViewsQuery, useListSessionsQuery } from './api';
import { Section } from './Section';

const PAGE_SIZE = 10;
const ICON = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;
const icons: Record<string, React.ReactNode> = {
  WEB: <AppWindow {...ICON} />,
  PC: <Monitor {...ICON} />,
  APP: <Smartphone {...ICON} />,
};
const terminals = { WEB: 'sessions.web', PC: 'sessions.pc', APP: 'sessions.app' } as const;
const reasons = {
  signedOut: 'sessions.end.signedOut',
  elsewhere: 'sessions.end.elsewhere',
  reuse: 'sessions.end.reuse',
  ended: 'sessions.end.ended',
  password: 'sessions.end.password',
  deleted: 'sessions.end.deleted',
  disabled: 'sessions.end.disabled',
  expired: 'sessions.end.expired',
} as const;

const isLive = ({ endedAt }: SessionView) => endedAt === null || endedAt === undefined;

export function SessionsSection() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [pageNo, setPageNo] = useState(1);
  const { data, error, refetch } = useListSessionsQuery(
    { pageNo, pageSize: PAGE_SIZE },
    { refetchOnMountOrArgChange: true },
  );
  const [end] = useEndSessionMutation();
  const [asked, setAsked] = useState<SessionView | 'others' | null>(null);
  const [last, setLast] = useState<SessionView | 'others' | null>(null);
  const live = (data?.list ?? []).filter(isLive);
  const ended = (data?.list ?? []).filter((session) => !isLive(session));
  const ask = (what: SessionView | 'others') => {
    setLast(what);
    setAsked(what);
  };
  const confirm = async () => {
    if (!asked) return;
    const answer = await end(asked === 'others' ? { others: true } : { sessionId: asked.sessionId });
    if (!answer.error) toasts.done(t(asked === 'others' ? 'sessions.othersEnded' : 'sessions.oneEnded'));
  };
  const others = last === 'others';

  return (
    <Section
      title={t('sessions.title')}
      note={t('sessions.note')}
      action={
        live.some(({ current }) => !current) ? (
          <ChangeButton onClick={() => ask('others')}>{t('sessions.endOthers')}</ChangeButton>
        ) : null
      }
    >
      {data ? (
        <>
          <Sessions title={t('sessions.live')} list={live} onEnd={ask} />
          <Sessions title={t('sessions.history')} list={ended} />
          <OperatorViews />
          {data.total > PAGE_SIZE ? (
            <div className={styles.pager}>
              <Pagination
                size="small"
                current={pageNo}
                pageSize={PAGE_SIZE}
                total={data.total}
                showSizeChanger={false}
                onChange={setPageNo}
              />
            </div>
          ) : null}
        </>
      ) : error ? (
        <FaultState title={t('sessions.notLoaded')} fault={error as CallFault} onRetry={refetch} />
      ) : (
        <RowSkeletons count={3} />
      )}
      <Confirm
        open={asked !== null}
        title={t(others ? 'sessions.endOthersTitle' : 'sessions.endOneTitle')}
        verb={t(others ? 'sessions.endOthers' : 'sessions.endOne')}
        onConfirm={confirm}
        onClose={() => setAsked(null)}
      >
        {others
          ? t('sessions.endOthersText')
          : t('sessions.endOneText', { device: (typeof last === 'object' && last?.device) || t('sessions.unknown') })}
      </Confirm>
    </Section>
  );
}

/** When support looked at this console, and why; nothing where nobody did. */
function OperatorViews() {
  const { t } = useTranslation();
  const { data = [] } = useListOperatorViewsQuery(undefined, { refetchOnMountOrArgChange: true });
  if (data.length === 0) return null;
  return (
    <>
      <h3 className={styles.subhead}>{t('sessions.views')}</h3>
      <ul className={styles.sessions} aria-label={t('sessions.views')}>
        {data.map(({ viewId, operator, reason, beginTime, untilTime }) => (
          <li key={viewId} className={styles.session}>
            <Headset {...ICON} />
            <div>
              <p className={styles.device}>
                {operator ? t('sessions.viewedBy', { name: operator }) : t('sessions.viewedByOne')}
              </p>
              <p className={styles.facts}>
                <span>{reason}</span>
                <span className="owl-figures">
                  {t('sessions.span', { from: formatTime(beginTime), to: formatTime(untilTime) })}
                </span>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

interface SessionsProps {
  title: string;
  list: SessionView[];
  onEnd?: (session: SessionView) => void;
}

function Sessions({ title, list, onEnd }: SessionsProps) {
  if (list.length === 0) return null;
  return (
    <>
      <h3 className={styles.subhead}>{title}</h3>
      <ul className={styles.sessions} aria-label={title}>
        {list.map((session) => (
          <SessionRow key={session.sessionId} session={session} onEnd={onEnd} />
        ))}
      </ul>
    </>
  );
}

function SessionRow({ session, onEnd }: { session: SessionView; onEnd: SessionsProps['onEnd'] }) {
  const { t } = useTranslation();
  const { terminal, device, address, current, createdAt, lastSeenAt, endedAt, endReason } = session;
  const name = device || t('sessions.unknown');
  const kind = terminals[terminal as keyof typeof terminals];
  const reason = reasons[endReason as keyof typeof reasons];
  return (
    <li className={styles.session}>
      {icons[terminal] ?? <AppWindow {...ICON} />}
      <div>
        <p className={styles.device} data-ended={!isLive(session)}>
          {name}
          {current ? <span className={styles.here}>{t('sessions.here')}</span> : null}
        </p>
        <p className={styles.facts}>
          {kind ? <span>{t(kind)}</span> : null}
          {address ? <span className="owl-figures">{address}</span> : null}
          {endedAt ? (
            <span className="owl-figures">
              {t('sessions.span', { from: formatTime(createdAt), to: formatTime(endedAt) })}
            </span>
          ) : (
            <span>
              {t('sessions.seen')} <TimeAgo at={lastSeenAt} />
            </span>
          )}
        </p>
      </div>
      {endedAt ? (
        <p className={styles.why}>{reason ? t(reason) : ''}</p>
      ) : current || !onEnd ? (
        <span />
      ) : (
        <ChangeButton type="text" danger onClick={() => onEnd(session)} aria-label={`${t('sessions.endOne')} ${name}`}>
          {t('sessions.endOne')}
        </ChangeButton>
      )}
    </li>
  );
}
