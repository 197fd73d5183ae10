// How members sign in: ways switched on and off, the one that comes first, registration; and the senders of codes with a test.
import { Button, Select, Switch } from 'antd';
import { Lock, Send } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import { permissionOf } from '@/core/operations';
import { holdsPermission } from '@/core/rules';
import { useToasts } from '@/ui/announce/Toasts';
import { EditedPage, SavingNotes, useSaving } from '@/ui/editing/EditedPage';
import edited from '@/ui/editing/EditedPage.module.css';
import { SaveBar } from '@/ui/editing/SaveBar';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { Gate, useRights } from '@/ui/rights/Gate';
import { type Sender, type SignInDesk, useGetSignInDeskQuery, useSaveSignInMutation } from './api';
import styles from './SignInDesk.module.css';

const TestDialog = lazyWithRetry(() => import('./TestDialog'), 'over');

type MethodName = SignInDesk['methods'][number]['name'];

/** How members are to sign in. */
interface Draft {
  methods: MethodName[];
  loginWay: string;
  registerType: string;
}

const CLOSED = 'none';
/** Forms that may come first; by phone and by password are one form, named as the operator's settings name it. */
const firsts = ['phone', 'password', 'sms', 'email', 'social'] as const;
type First = (typeof firsts)[number];
const wayOf = (first: First): MethodName => (first === 'phone' ? 'password' : first);

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
  const answer = useGetSignInDeskQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <EditedPage title={t('pages.signInDesk')} failed={t('signInDesk.failed')} answer={answer}>
      {(desk, heading) => <Desk desk={desk} heading={heading} />}
    </EditedPage>
  );
}

function Desk({ desk, heading }: { desk: SignInDesk; heading: React.ReactNode }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const id = useId();
  const { permissions } = useRights();
  const mayWrite = holdsPermission(permissions, [permissionOf('save_sign_in') ?? '']);
  // Draft with the state that it is written over; null: nothing is changed.
  const [typed, setTyped] = useState<{ draft: Draft; base: SignInDesk } | null>(null);
  const [testing, setTesting] = useState(false);
  const [save, { isLoading }] = useSaveSignInMutation();
  const base = typed?.base ?? desk;
  const draft = typed?.draft ?? draftOf(desk);
  const locked = !mayWrite || isLoading;
  const saving = useSaving<SignInDesk>({
    save: (updateTime) => save({ ...draft, updateTime }),
    onSaved: () => {
      setTyped(null);
      toasts.done(t('signInDesk.saved'));
    },
  });
  const { fault } = saving;
  const change = (part: Partial<Draft>) => {
    saving.dropFault();
    setTyped({ base, draft: { ...draft, ...part } });
  };
  const wrong = (fault?.data as { field?: string } | null)?.field;
  const said = (field: keyof Draft) =>
    fault && wrong === field ? (
      <p role="alert" className={styles.refused}>
        {fault.message}
      </p>
    ) : null;
  const toggle = (name: MethodName, on: boolean) =>
    change({
      // In the server's order, whatever was switched first.
      methods: desk.methods.map((way) => way.name).filter((way) => (way === name ? on : draft.methods.includes(way))),
    });

  return (
    <div className={styles.page}>
      <div className={edited.main}>
        {heading}
        <p className={styles.quiet}>{t(mayWrite ? 'signInDesk.lead' : 'signInDesk.readOnly')}</p>
        <SavingNotes
          saving={saving}
          beside={wrong !== undefined}
          onMine={(theirs) => setTyped({ base: theirs, draft })}
          onTheirs={() => setTyped(null)}
          differs={(theirs) => (
            <>
              {t('signInDesk.differs')}{' '}
              {changedFields(draftOf(theirs), draft)
                .map((name) => t(`signInDesk.fields.${name}`))
                .join(t('signInDesk.comma'))}
            </>
          )}
        />
        <section aria-label={t('signInDesk.ways')} className={edited.section}>
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
        <section aria-label={t('signInDesk.senders')} className={edited.section}>
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
        held={saving.meanwhile !== null}
        onDiscard={() => {
          saving.settle();
          setTyped(null);
        }}
        onSave={() => void saving.send(base.updateTime)}
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
