// One phone beside the table: facts, whose it is, how it is, what happened to it, and what an operator may do with it.
import { Button, Timeline } from 'antd';
import { Eye, Trash2, Undo2, Wrench } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import type { CallFault } from '@/core/http';
import { formatTime } from '@/core/rules';
import { useToasts } from '@/ui/announce/Toasts';
import { CopyId } from '@/ui/copy/CopyId';
import { Confirm } from '@/ui/dialogs/Confirm';
import { DockedDrawer } from '@/ui/dialogs/DockedDrawer';
import { StatusTag } from '@/ui/phone/StatusTag';
import { Gate } from '@/ui/rights/Gate';
import { FaultState } from '@/ui/states/FaultState';
import { faultWords } from '@/ui/states/faultWords';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { Lease } from '@/ui/time/RemainingTime';
import { TimeAgo } from '@/ui/time/TimeAgo';
import {
  lookAt,
  type PhoneDetails,
  type PhoneEvent,
  useGetAnyPhoneQuery,
  useListPhoneEventsQuery,
  useRemoveStockPhoneMutation,
} from './api';
import { Trip } from './columns';
import { NotePart } from './NotePart';
import styles from './Phones.module.css';
import { TakeBack } from './TakeBack';

const LOOK_AGAIN_MS = 10_000;
const EVENTS_AT_ONCE = 30;

interface Props {
  phoneId: number;
  onClose: () => void;
}

export default function PhoneDrawer({ phoneId, onClose }: Props) {
  const { t } = useTranslation();
  const live = { refetchOnMountOrArgChange: true, pollingInterval: LOOK_AGAIN_MS, skipPollingIfUnfocused: true };
  const { data, error, refetch } = useGetAnyPhoneQuery(phoneId, live);
  return (
    <DockedDrawer
      open
      onClose={onClose}
      title={
        data ? (
          <span className={styles.title}>
            <span>{data.alias || data.configuration}</span>
            <CopyId id={data.owlId} />
          </span>
        ) : (
          t('stockPhones.phone')
        )
      }
    >
      {data ? (
        <Whole phone={data} onGone={onClose} />
      ) : error ? (
        <FaultState title={t('stockPhones.failed')} fault={error as CallFault} onRetry={() => void refetch()} />
      ) : (
        <RowSkeletons count={6} />
      )}
    </DockedDrawer>
  );
}

function Whole({ phone, onGone }: { phone: PhoneDetails; onGone: () => void }) {
  const { t } = useTranslation();
  const { memberId, member, reason } = phone;
  return (
    <div className={styles.whole}>
      <div className={styles.head}>
        <Screen phoneId={phone.phoneId} />
        <dl className={styles.facts}>
          <div>
            <dt>{t('stockPhones.state')}</dt>
            <dd>
              <StatusTag code={phone.status} power={phone.power === 'on' ? 'on' : 'off'} since={phone.statusSince} />
              <small>{t('stockPhones.since', { time: formatTime(phone.statusSince) })}</small>
              {reason ? <small className={styles.bad}>{reason}</small> : null}
            </dd>
          </div>
          <div>
            <dt>{t('stockPhones.member')}</dt>
            <dd className="owl-figures">
              {memberId === null ? (
                t(phone.left ? 'stockPhones.leaving' : phone.kept ? 'stockPhones.kept' : 'stockPhones.free')
              ) : (
                <>
                  {member} <small>ID {memberId}</small>
                </>
              )}
            </dd>
          </div>
          {memberId === null ? null : (
            <div>
              <dt>{t('stockPhones.rental')}</dt>
              <dd>
                <Lease until={phone.expireTime} />
              </dd>
            </div>
          )}
          <div>
            <dt>{t('stockPhones.configuration')}</dt>
            <dd>
              {phone.configuration} {phone.code} · Android {phone.androidVersion} · {phone.dpi} DPI
            </dd>
          </div>
          <div>
            <dt>{t('stockPhones.host')}</dt>
            <dd className="owl-mono">
              {phone.host} {phone.address}
            </dd>
          </div>
          {phone.grant ? (
            <div>
              <dt>{t('stockPhones.grant')}</dt>
              <dd className="owl-figures">
                {t(phone.grant.operates ? 'stockPhones.operates' : 'stockPhones.views', {
                  who: phone.grant.to,
                  time: formatTime(phone.grant.untilTime),
                })}
              </dd>
            </div>
          ) : null}
          {phone.subAccounts > 0 ? (
            <div>
              <dt>{t('stockPhones.subAccounts')}</dt>
              <dd className="owl-figures">{phone.subAccounts}</dd>
            </div>
          ) : null}
        </dl>
      </div>
      <Actions phone={phone} onGone={onGone} />
      <NotePart phone={phone} />
      <section>
        <h3>{t('stockPhones.health')}</h3>
        <dl className={styles.facts}>
          <div>
            <dt>{t('stockPhones.link')}</dt>
            <dd className={phone.linked ? undefined : styles.bad}>
              {t(phone.linked ? 'stockPhones.linked' : 'stockPhones.unlinked')}
            </dd>
          </div>
          <div>
            <dt>{t('stockPhones.trip')}</dt>
            <dd>
              <Trip ms={phone.roundTripMs} />
            </dd>
          </div>
          <div>
            <dt>{t('stockPhones.session')}</dt>
            <dd className="owl-figures">
              {phone.controller
                ? `${phone.controller.who} · ${phone.controller.device} · ${phone.controller.address}`
                : t('stockPhones.nobody')}
            </dd>
          </div>
        </dl>
      </section>
      <section>
        <h3>{t('stockPhones.history')}</h3>
        <History phoneId={phone.phoneId} />
      </section>
    </div>
  );
}

/** The phone's screen: shown only when it is asked for, for each look is noted. */
function Screen({ phoneId }: { phoneId: number }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [picture, setPicture] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => () => void (picture && URL.revokeObjectURL(picture)), [picture]);
  const look = async () => {
    setBusy(true);
    const found = await lookAt(phoneId);
    setBusy(false);
    if (found instanceof Blob) setPicture(URL.createObjectURL(found));
    else toasts.failed(faultWords(found, t));
  };
  return (
    <div className={styles.screen}>
      {picture ? <img src={picture} alt={t('stockPhones.screen')} /> : null}
      <Gate operation="get_phone_screen" otherwise={<small>{t('stockPhones.noScreen')}</small>}>
        <Button size="small" icon={<Eye size={14} strokeWidth={1.6} />} loading={busy} onClick={look}>
          {t('stockPhones.look')}
        </Button>
        <small>{t('stockPhones.noted')}</small>
      </Gate>
    </div>
  );
}

function Actions({ phone, onGone }: { phone: PhoneDetails; onGone: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [remove] = useRemoveStockPhoneMutation();
  const [asking, setAsking] = useState<'takeBack' | 'remove' | null>(null);
  const name = phone.alias || phone.owlId;
  const close = () => setAsking(null);
  const { memberId } = phone;
  return (
    <div className={styles.actions}>
      <Gate operation="list_maintenance">
        <Link to={paths.maintenance}>
          <Button icon={<Wrench size={16} strokeWidth={1.6} />}>{t('pages.maintenance')}</Button>
        </Link>
      </Gate>
      {memberId === null ? (
        <Gate operation="remove_stock_phone">
          <Button danger icon={<Trash2 size={16} strokeWidth={1.6} />} onClick={() => setAsking('remove')}>
            {t('stockPhones.remove')}
          </Button>
        </Gate>
      ) : (
        <Gate operation="take_phone_back">
          <Button danger icon={<Undo2 size={16} strokeWidth={1.6} />} onClick={() => setAsking('takeBack')}>
            {t('stockPhones.takeBack')}
          </Button>
        </Gate>
      )}
      {memberId === null ? null : (
        <TakeBack
          open={asking === 'takeBack'}
          phoneId={phone.phoneId}
          memberId={memberId}
          member={phone.member}
          name={name}
          onClose={close}
        />
      )}
      <Confirm
        open={asking === 'remove'}
        title={t('stockPhones.removeTitle', { name })}
        verb={t('stockPhones.removeVerb')}
        onConfirm={async () => {
          const { error } = await remove(phone.phoneId);
          if (error) toasts.failed(faultWords(error as CallFault, t));
          else {
            toasts.done(t('stockPhones.removed', { name }));
            onGone();
          }
        }}
        onClose={close}
      >
        {t('stockPhones.removeText')}
      </Confirm>
    </div>
  );
}

const colours: Record<PhoneEvent['tone'], 'green' | 'red' | 'gray'> = { done: 'green', failed: 'red', plain: 'gray' };

/** Operations and records, the newest first; older ones when asked for. */
function History({ phoneId }: { phoneId: number }) {
  const { t } = useTranslation();
  const [pages, setPages] = useState<readonly (number | undefined)[]>([undefined]);
  return (
    <>
      {pages.map((beforeTime, nth) => (
        <Page
          key={beforeTime ?? 0}
          phoneId={phoneId}
          beforeTime={beforeTime}
          onOlder={nth === pages.length - 1 ? (last) => setPages((before) => [...before, last]) : undefined}
          empty={nth === 0 ? t('stockPhones.noHistory') : null}
        />
      ))}
    </>
  );
}

interface PageProps {
  phoneId: number;
  beforeTime: number | undefined;
  onOlder: ((last: number) => void) | undefined;
  empty: string | null;
}

function Page({ phoneId, beforeTime, onOlder, empty }: PageProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useListPhoneEventsQuery(
    { phoneId, ...(beforeTime === undefined ? {} : { beforeTime }) },
    { refetchOnMountOrArgChange: true },
  );
  if (error && !data) {
    return (
      <FaultState title={t('stockPhones.historyFailed')} fault={error as CallFault} onRetry={() => void refetch()} />
    );
  }
  if (!data) return <RowSkeletons count={3} />;
  if (data.length === 0) return empty ? <p className={styles.quiet}>{empty}</p> : null;
  const last = data.at(-1);
  return (
    <>
      <Timeline
        className={styles.timeline ?? ''}
        items={data.map((event) => ({
          key: event.id,
          color: colours[event.tone],
          content: (
            <span className={styles.event}>
              <span>{event.text}</span>
              <small className="owl-figures">
                <TimeAgo at={event.time} />
                {event.by ? ` · ${event.by}` : ''}
                {event.detail ? ` · ${event.detail}` : ''}
              </small>
            </span>
          ),
        }))}
      />
      {onOlder && last && data.length === EVENTS_AT_ONCE ? (
        <Button type="link" onClick={() => onOlder(last.time)}>
          {t('stockPhones.older')}
        </Button>
      ) : null}
    </>
  );
}
