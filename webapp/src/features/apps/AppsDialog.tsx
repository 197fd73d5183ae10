// Apps of the selected phones: what is installed where and runs, to be chosen, or packages by name; starting, stopping, clearing, removing.
// Apps of the market and of the cloud are installed on the phones, too.
import { Input, Segmented } from 'antd';
import { Eraser, Play, RotateCcw, Search, Square, Trash2 } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { constants } from '@/core/rules';
import { useBegin, useToastStarted } from '@/features/operations/useBegin';
import type { Phone } from '@/features/phones/api';
import { type Upload, useInstallMutation } from '@/features/uploads/api';
import { withWords } from '@/i18n';
import { Sheet } from '@/ui/dialogs/Sheet';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { Note } from '@/ui/Note';
import { ChangeButton } from '@/ui/rights/ChangeButton';
import { EmptyState } from '@/ui/states/EmptyState';
import { FaultState } from '@/ui/states/FaultState';
import { faultWords } from '@/ui/states/faultWords';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { useWide } from '@/ui/useWide';
import { AppCards } from './AppCards';
import styles from './Apps.module.css';
import { AppsConfirm } from './AppsConfirm';
import { AppsTable } from './AppsTable';
import { type App, type AppKind, type AppList, isMeant, type Named, nameOf, useApps, useStorage } from './api';
import { apartOn, placesOf } from './places';
import { bytesOf, RoomNote, StorageLine } from './Storage';
import { useSourceLabels } from './useSourceLabels';

const InstallFrom = lazyWithRetry(() => withWords(['uploads', 'market'], () => import('./InstallFrom')));

const ways = ['installed', 'market', 'cloud', 'byName'] as const;
type AppSource = (typeof ways)[number];

const ICON = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

interface Props {
  open: boolean;
  phones: readonly Phone[];
  /** Shows the batches that began, of a group; without it messages lead to the receipts. */
  onStarted?: (batchIds: readonly number[]) => void;
  onDone: () => void;
  onClose: () => void;
}

interface PendingAction {
  kind: 'uninstallApp' | 'clearApp';
  packages: readonly string[];
  names: readonly string[];
  typed: boolean;
  phoneIds: number[];
  verb: string;
}

export default function AppsDialog({ open, phones, onStarted, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const [install, { isLoading }] = useInstallMutation();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const wide = useWide();
  const begin = useBegin(onStarted);
  const told = useToastStarted(onStarted);
  const ids = useMemo(() => phones.map(({ phoneId }) => phoneId), [phones]);
  const key = ids.join();
  // The list's phones are new objects with each of its answers.
  const stable = useMemo(() => key.split(',').map(Number), [key]);
  const named = phones.map(({ phoneId, phoneAlias, owlId }): Named => ({ id: phoneId, name: phoneAlias || owlId }));
  const { data, error, refetch } = useApps(stable);
  const { known: storage } = useStorage(stable);
  const label = useSourceLabels(data?.list.length);
  const [way, setWay] = useState<AppSource>('installed');
  const [typed, setTyped] = useState('');
  const [packages, setPackages] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [asked, setAsked] = useState<PendingAction | null>(null);
  const [refused, setRefused] = useState<CallFault>();

  const cap = constants().pushFilesMax;
  const shown = (data?.list ?? []).filter((app) => isMeant(app, typed));
  const apps = (data?.list ?? []).filter((app) => chosen.includes(app.package));
  const byName = way === 'byName';
  const choose = (app: App, on: boolean) =>
    setChosen((old) => (on ? [...old, app.package] : old.filter((name) => name !== app.package)));

  const run = async (kind: AppKind, names: readonly string[], phoneIds: number[]) => {
    setRefused(await begin({ kind, phoneIds, packages: names }));
  };
  const start = (kind: AppKind, verb: string) => {
    const { phoneIds } = byName ? { phoneIds: stable } : placesOf(kind, apps);
    // Typed names are the server's to read.
    const names = byName ? [packages] : apps.map((app) => app.package);
    if (kind !== 'uninstallApp' && kind !== 'clearApp') return void run(kind, names, phoneIds);
    const said = byName ? [packages.trim()] : apps.map(nameOf);
    setAsked({ kind, packages: names, names: said, typed: byName, phoneIds, verb });
  };
  const places = (kind: AppKind) => (byName ? { count: phones.length } : placesOf(kind, apps));
  const none = byName ? packages.trim() === '' : apps.length === 0 || apps.length > cap;
  const skipped = apps.length * phones.length - placesOf('uninstallApp', apps).count;

  const buttons: { kind: AppKind; icon: React.ReactNode; look: object }[] = [
    { kind: 'uninstallApp', icon: <Trash2 {...ICON} />, look: { danger: true } },
    { kind: 'clearApp', icon: <Eraser {...ICON} />, look: {} },
    { kind: 'stopApp', icon: <Square {...ICON} />, look: {} },
    { kind: 'restartApp', icon: <RotateCcw {...ICON} />, look: {} },
    { kind: 'startApp', icon: <Play {...ICON} />, look: { type: 'primary' } },
  ];
  const verbs = {
    uninstallApp: 'uninstall',
    clearApp: 'clear',
    stopApp: 'stop',
    restartApp: 'restart',
    startApp: 'start',
  } as const;
  const installAll = async () => {
    setRefused(undefined);
    const uploadIds = uploads.map(({ uploadId }) => uploadId);
    const inGroup = onStarted !== undefined;
    const { data: begun, error: refusal } = await install({ phoneIds: stable, uploadIds, choice: 'install', inGroup });
    const fault = told('installApp', { started: begun ? [begun] : [], fault: refusal as CallFault | undefined });
    if (fault) return setRefused(fault);
    onDone();
  };
  const installs = way === 'market' || way === 'cloud';
  const footer = installs ? (
    <>
      <span className={styles.count}>{t('apps.chosen', { count: uploads.length })}</span>
      <ChangeButton
        type="primary"
        disabled={uploads.length === 0}
        loading={isLoading}
        onClick={() => void installAll()}
      >
        {t('apps.installOn', { count: phones.length })}
      </ChangeButton>
    </>
  ) : (
    <>
      <span className={styles.count}>
        {byName
          ? t('apps.phones', { count: phones.length })
          : [
              t('apps.chosen', { count: apps.length }),
              ...(skipped > 0 ? [t('apps.skipped', { count: skipped })] : []),
            ].join(' ・ ')}
      </span>
      <span className={styles.buttons}>
        {buttons.map(({ kind, icon, look }) => {
          const { count } = places(kind);
          const word = verbs[kind];
          const verb = none ? t(`apps.${word}`) : t(`apps.${word}N`, { n: count });
          return (
            <ChangeButton
              key={kind}
              icon={icon}
              {...look}
              disabled={none || count === 0}
              onClick={() => start(kind, verb)}
            >
              {verb}
            </ChangeButton>
          );
        })}
      </span>
    </>
  );

  const list = () => {
    if (error && !data)
      return <FaultState title={t('apps.failed')} fault={error as CallFault} onRetry={() => void refetch()} />;
    if (!data) return <RowSkeletons count={6} />;
    const silent = silentOf(data, named, t('apps.comma'));
    const system = Math.max(0, ...data.phones.map(({ system: count }) => count));
    const part = { apps: shown, phones: named, chosen, full: chosen.length >= cap, onChoose: choose };
    return (
      <>
        {silent.length > 0 ? (
          <div className={styles.silent}>
            {silent.map((words) => (
              <Note key={words.reason} tone="warning">
                {t('apps.silent', words)}
              </Note>
            ))}
          </div>
        ) : null}
        {shown.length === 0 ? (
          <EmptyState
            look={typed ? 'half' : 'shut'}
            title={t(typed ? 'apps.noneMatch' : 'apps.none')}
            text={typed ? undefined : t('apps.noneText')}
          />
        ) : wide ? (
          <AppsTable {...part} onAll={(on) => setChosen(on ? shown.slice(0, cap).map((app) => app.package) : [])} />
        ) : (
          <AppCards {...part} />
        )}
        <StorageLine storage={storage} phones={named} />
        <Legend system={system} />
      </>
    );
  };

  return (
    <>
      <Sheet
        open={open}
        width={940}
        title={
          <>
            {t('apps.title')}
            <span className={styles.title}>{` ・ ${t('apps.phones', { count: phones.length })}`}</span>
          </>
        }
        onClose={onClose}
        footer={footer}
      >
        <div className={styles.head}>
          <Segmented<AppSource>
            value={way}
            onChange={setWay}
            aria-label={t('apps.title')}
            options={ways.map((value) => ({
              value,
              label: label(value),
            }))}
          />
          {way !== 'installed' ? null : (
            <Input
              allowClear
              className={styles.search ?? ''}
              prefix={<Search {...ICON} />}
              placeholder={t('apps.search')}
              aria-label={t('apps.search')}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </div>
        {refused ? (
          <Note tone="fault" requestId={refused.requestId}>
            {faultWords(refused, t)}
          </Note>
        ) : null}
        {way === 'installed' ? (
          list()
        ) : byName ? (
          <ByName value={packages} cap={cap} onChange={setPackages} />
        ) : (
          <Suspense fallback={<RowSkeletons count={6} />}>
            <RoomNote storage={storage} phones={named} bytes={bytesOf(uploads)} />
            <InstallFrom
              key={way}
              way={way}
              chosen={uploads}
              full={uploads.length >= cap}
              apart={(version) => apartOn(data?.list ?? [], version)}
              onChoose={(upload, on) =>
                setUploads((old) =>
                  on ? [...old, upload] : old.filter(({ uploadId }) => uploadId !== upload.uploadId),
                )
              }
            />
          </Suspense>
        )}
      </Sheet>
      {asked ? (
        <AppsConfirm
          open
          kind={asked.kind}
          names={asked.names}
          typed={asked.typed}
          phones={asked.phoneIds.length}
          verb={asked.verb}
          onConfirm={() => run(asked.kind, asked.packages, asked.phoneIds)}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  );
}

/** Names that a reason is said for; more are counted. */
const SILENT_MAX = 3;

/** Phones that told nothing, together by the reason. */
function silentOf({ phones }: AppList, named: readonly Named[], comma: string): { name: string; reason: string }[] {
  const nameOfPhone = new Map(named.map(({ id, name }) => [id, name]));
  const byReason = new Map<string, string[]>();
  for (const { phoneId, msg } of phones) {
    if (msg) byReason.set(msg, [...(byReason.get(msg) ?? []), nameOfPhone.get(phoneId) ?? '']);
  }
  return [...byReason].map(([reason, names]) => {
    const more = names.length - SILENT_MAX;
    const said = names.slice(0, SILENT_MAX).join(comma);
    return { name: more > 0 ? `${said} +${more}` : said, reason };
  });
}

function ByName({ value, cap, onChange }: { value: string; cap: number; onChange: (text: string) => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.named}>
      <Input.TextArea
        rows={4}
        value={value}
        aria-label={t('apps.byNameLabel')}
        placeholder={t('apps.byNameSample')}
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
      />
      <p className={styles.hint}>{t('apps.byNameHint', { n: cap })}</p>
    </div>
  );
}

function Legend({ system }: { system: number }) {
  const { t } = useTranslation();
  const states = [
    ['installed', 'apps.has'],
    ['running', 'apps.running'],
    ['none', 'apps.hasNot'],
  ] as const;
  return (
    <p className={styles.legend}>
      {states.map(([state, word]) => (
        <span key={state}>
          <span className={styles.place} data-state={state} />
          {t(word)}
        </span>
      ))}
      <span>{t('apps.system', { n: system })}</span>
    </p>
  );
}
