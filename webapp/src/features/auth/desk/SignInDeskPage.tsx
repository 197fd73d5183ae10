// How members sign in: ways switched on and off, the one that comes first, registration; and the senders of codes with a test.
import { Button, Select, Switch } from 'antd';
import { Lock, Send } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import { type CallFault, Code } from '@/core/http';
import { permissionOf } from '@/core/operations';
import { holdsPermission } from '@/core/rules';
import { usePageTitle } from '@/shell/usePageTitle';
import { ChangedMeanwhile } from '@/ui/ChangedMeanwhile';
import { FaultState } from '@/ui/FaultState';
import { faultWords } from '@/ui/faultWords';
import { Gate, useRights } from '@/ui/Gate';
import { later } from '@/ui/later';
import { Note } from '@/ui/Note';
import { SaveBar } from '@/ui/SaveBar';
import { RowSkeletons } from '@/ui/Skeletons';
import { useToasts } from '@/ui/Toasts';
import { useWide } from '@/ui/useWide';
import { type Sender, type SignInDesk, useGetSignInDeskQuery, useSaveSignInMutation } from './api';
import styles from './SignInDesk.module.css';

const TestDialog = later(() => import('./TestDialog'), 'over');

type WayName = SignInDesk['methods'][number]['name'];

/** How members are to sign in. */
interface Draft {
  methods: WayName[];
  loginWay: string;
  registerType: string;
}

/** What the server says of it when somebody else changed it first. */
interface Meanwhile {
  by: string;
  time: number;
  now: SignInDesk;
}

const CLOSED = 'none';
/** Forms that may come first; by phone and by password are one form, named as the operator's settings name it. */
const firsts = ['phone', 'password', 'sms', 'email', 'social'] as const;
type First = (typeof firsts)[number];
const wayOf = (first: First): WayName => (first === 'phone' ? 'password' : first);

const draftOf = ({ methods, loginWay, registerType }: SignInDesk): Draft => ({
  methods: methods.filter(({ on }) => on).map(({ name }) => name),
  loginWay,
  registerType,
});

function changedFields(before: Draft, after: Draft): (keyof Draft)[] {
  const names = ['methods', 'loginWay', 'registerType'] as const;
  return names.filter((name) => String(before[name]) !== String(after[name]));
}

export default function SignInDeskPage() {
  const { t } = useTranslation();
  // On a phone the header says it.
  const wide = useWide();
  const heading = usePageTitle(t('pages.signInDesk'));
  const { data, error, isFetching, refetch } = useGetSignInDeskQuery(undefined, { refetchOnMountOrArgChange: true });
  if (!data && error && !isFetching) {
    return <FaultState title={t('signInDesk.failed')} fault={error as CallFault} onRetry={() => void refetch()} />;
  }
  const title = (
    <h1 ref={heading} tabIndex={-1} className={wide ? styles.title : 'owl-hidden-text'}>
      {t('pages.signInDesk')}
    </h1>
  );
  return data ? (
    <Desk desk={data} heading={title} />
  ) : (
    <div className={styles.main}>
      {title}
      <RowSkeletons count={8} />
    </div>
  );
}

function Desk({ desk, heading }: { desk: SignInDesk; heading: React.ReactNode }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const id = useId();
  const { permissions } = useRights();
  const mayWrite = holdsPermission(permissions, [permissionOf('save_sign_in') ?? '']);
  // What is written over which state; none: nothing is changed.
  const [typed, setTyped] = useState<{ draft: Draft; base: SignInDesk } | null>(null);
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null);
  const [fault, setFault] = useState<CallFault | null>(null);
  const [testing, setTesting] = useState(false);
  const [save, { isLoading }] = useSaveSignInMutation();
  const base = typed?.base ?? desk;
  const draft = typed?.draft ?? draftOf(desk);
  const locked = !mayWrite || isLoading;
  const change = (part: Partial<Draft>) => {
    setFault(null);
    setTyped({ base, draft: { ...draft, ...part } });
  };
  const leave = () => {
    setTyped(null);
    setMeanwhile(null);
    setFault(null);
  };
  const send = async (updateTime: number) => {
    setFault(null);
    const { data, error } = await save({ ...draft, updateTime });
    if (data) {
      leave();
      toasts.done(t('signInDesk.saved'));
      return;
    }
    const refused = error as CallFault;
    const told = refused.data as { by?: string; time?: number; now?: SignInDesk } | null;
    if (refused.code === Code.changedMeanwhile && told?.now) {
      setMeanwhile({ now: told.now, by: told.by ?? '', time: told.time ?? 0 });
    } else setFault(refused);
  };
  const wrong = (fault?.data as { field?: string } | null)?.field;
  const said = (field: keyof Draft) =>
    fault && wrong === field ? (
      <p role="alert" className={styles.refused}>
        {fault.message}
      </p>
    ) : null;
  const toggle = (name: WayName, on: boolean) =>
    change({
      // In the server's order, whatever was switched first.
      methods: desk.methods.map((way) => way.name).filter((way) => (way === name ? on : draft.methods.includes(way))),
    });

  return (
    <div className={styles.page}>
      <div className={styles.main}>
        {heading}
        <p className={styles.quiet}>{t(mayWrite ? 'signInDesk.lead' : 'signInDesk.readOnly')}</p>
        {meanwhile ? (
          <ChangedMeanwhile
            by={meanwhile.by}
            at={meanwhile.time}
            onMine={() => {
              const { now } = meanwhile;
              setMeanwhile(null);
              setTyped({ base: now, draft });
              void send(now.updateTime);
            }}
            onTheirs={leave}
          >
            {t('signInDesk.differs')}{' '}
            {changedFields(draftOf(meanwhile.now), draft)
              .map((name) => t(`signInDesk.fields.${name}`))
              .join(t('signInDesk.comma'))}
          </ChangedMeanwhile>
        ) : null}
        {fault && !wrong ? (
          <Note tone="fault" requestId={fault.requestId}>
            {faultWords(fault, t)}
          </Note>
        ) : null}
        <section aria-label={t('signInDesk.ways')} className={styles.section}>
          <h2>{t('signInDesk.ways')}</h2>
          {said('methods')}
          <ul className={styles.ways}>
            {desk.methods.map(({ name, works }) => (
              <li key={name}>
                <span id={`${id}-${name}`}>
                  <b>{t(`signInDesk.methods.${name}`)}</b>
                  <small>{t(`signInDesk.methodsText.${name}`)}</small>
                </span>
                {works ? null : (
                  <span className={styles.lock}>
                    <Lock size={14} strokeWidth={1.6} aria-hidden="true" />
                    {t('signInDesk.notSet')}
                  </span>
                )}
                <Switch
                  aria-labelledby={`${id}-${name}`}
                  checked={draft.methods.includes(name)}
                  disabled={locked}
                  onChange={(on) => toggle(name, on)}
                />
              </li>
            ))}
          </ul>
          <div className={styles.row}>
            <label htmlFor={`${id}-first`}>{t('signInDesk.first')}</label>
            <Select<string>
              id={`${id}-first`}
              value={draft.loginWay}
              disabled={locked}
              status={wrong === 'loginWay' ? 'error' : ''}
              options={firsts.map((value) => ({
                value,
                label: t(`signInDesk.firstOptions.${value}`),
                disabled: !draft.methods.includes(wayOf(value)),
              }))}
              onChange={(loginWay) => change({ loginWay })}
            />
          </div>
          {said('loginWay')}
          <div className={styles.row}>
            <span id={`${id}-register`}>
              {t('signInDesk.register')} <small>{t('signInDesk.registerText')}</small>
            </span>
            <Switch
              aria-labelledby={`${id}-register`}
              checked={draft.registerType !== CLOSED}
              disabled={locked}
              onChange={(on) =>
                change({ registerType: on ? (base.registerType === CLOSED ? '' : base.registerType) : CLOSED })
              }
            />
          </div>
          {said('registerType')}
        </section>
        <section aria-label={t('signInDesk.senders')} className={styles.section}>
          <div className={styles.head}>
            <h2>{t('signInDesk.senders')}</h2>
            <Gate operation="test_sender">
              <Button icon={<Send size={16} strokeWidth={1.6} />} onClick={() => setTesting(true)}>
                {t('signInDesk.test')}
              </Button>
            </Gate>
          </div>
          <p className={styles.quiet}>{t('signInDesk.restart')}</p>
          <div className={styles.senders}>
            {desk.senders.map((sender) => (
              <SenderTable key={sender.channel} sender={sender} />
            ))}
          </div>
          <Gate operation="list_config">
            <p className={styles.quiet}>
              <Link to={`${paths.config}?q=code.`}>{t('signInDesk.limits')}</Link>
            </p>
          </Gate>
        </section>
      </div>
      <SaveBar
        count={changedFields(draftOf(base), draft).length}
        reach={t('signInDesk.reach')}
        busy={isLoading}
        held={meanwhile !== null}
        onDiscard={leave}
        onSave={() => void send(base.updateTime)}
      />
      <Suspense fallback={null}>{testing ? <TestDialog onClose={() => setTesting(false)} /> : null}</Suspense>
    </div>
  );
}

function SenderTable({ sender: { channel, ready, settings } }: { sender: Sender }) {
  const { t } = useTranslation();
  const name = t(`signInDesk.channels.${channel}`);
  return (
    <div className={styles.sender}>
      <table>
        <caption>
          {name}
          {ready ? null : <span className={styles.lock}>{t('signInDesk.notReady', { channel: name })}</span>}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('signInDesk.table.name')}</th>
            <th scope="col">{t('signInDesk.table.value')}</th>
            <th scope="col">{t('signInDesk.table.source')}</th>
          </tr>
        </thead>
        <tbody>
          {settings.map(({ variable, value, secret, source }) => (
            <tr key={variable}>
              <th scope="row">
                <code className="owl-mono">{variable}</code>
              </th>
              <td data-none={value === null && !secret}>
                {secret ? t('signInDesk.secret') : (value ?? t('signInDesk.noValue'))}
              </td>
              <td>{value === null && !secret ? '—' : t(`signInDesk.sources.${source}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
