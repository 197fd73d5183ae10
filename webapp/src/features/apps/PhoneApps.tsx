// The apps of the phone that is played, those of the market, and those that its member has in the cloud: what runs, starting and stopping with one click, the rest behind "…". What an app refused stands in
// its row.
import { Button, Dropdown, Input, type MenuProps, Segmented } from 'antd';
import { Copy, Ellipsis, Eraser, RotateCcw, Search, Trash2, Upload } from 'lucide-react';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { formatBytes } from '@/core/rules';
import { type CloudFile, nameOf as fileName } from '@/features/uploads/cloud/api';
import { CloudList } from '@/features/uploads/cloud/CloudList';
import { withWords } from '@/i18n';
import { useCopy } from '@/ui/Copy';
import { EmptyState } from '@/ui/EmptyState';
import { FaultState } from '@/ui/FaultState';
import { later } from '@/ui/later';
import { Note } from '@/ui/Note';
import { RowSkeletons } from '@/ui/Skeletons';
import { useWide } from '@/ui/useWide';
import { AppIcon } from './AppIcon';
import styles from './Apps.module.css';
import { AppsConfirm } from './AppsConfirm';
import { type App, type AppKind, type AppOnPhone, isMeant, nameOf, useApps, useStorage } from './api';
import { ApartNote, SendOn } from './parts';
import { apartOn } from './places';
import { StorageWords } from './Storage';
import { type Deed, useDeed } from './useDeed';
import { useWayLabels } from './useWayLabels';

const ICON = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

interface Props {
  phoneId: number;
  /** Opens the dialog that installs apps, perhaps one from the cloud, here or on others; null where there is none. */
  onInstall: ((cloud?: CloudFile, to?: 'others') => void) | null;
}

const MarketOnPhone = later(() => withWords(['market'], () => import('./market/MarketOnPhone')));

const ways = ['installed', 'market', 'cloud'] as const;
type Way = (typeof ways)[number];

export default function PhoneApps({ phoneId, onInstall }: Props) {
  if (!onInstall) return <Installed phoneId={phoneId} onInstall={null} />;
  return <Ways phoneId={phoneId} onInstall={onInstall} />;
}

function Ways({ phoneId, onInstall }: { phoneId: number; onInstall: NonNullable<Props['onInstall']> }) {
  const { t } = useTranslation();
  const [way, setWay] = useState<Way>('installed');
  const ids = useMemo(() => [phoneId], [phoneId]);
  const { data } = useApps(ids);
  const label = useWayLabels(data?.list.length);
  return (
    <div className={styles.phone}>
      <Segmented<Way>
        block
        value={way}
        onChange={setWay}
        aria-label={t('apps.title')}
        options={ways.map((value) => ({ value, label: label(value) }))}
      />
      {way === 'installed' ? (
        <Installed phoneId={phoneId} onInstall={onInstall} />
      ) : way === 'market' ? (
        <Suspense fallback={<RowSkeletons count={6} />}>
          <MarketOnPhone phoneId={phoneId} onInstall={onInstall} />
        </Suspense>
      ) : (
        <CloudList
          apps
          note={({ app }) => <ApartNote count={apartOn(data?.list ?? [], app)} />}
          after={(file) => (
            <>
              <Button size="small" disabled={apartOn(data?.list ?? [], file.app) > 0} onClick={() => onInstall(file)}>
                {t('apps.installOne')}
              </Button>
              <SendOn name={fileName(file)} onClick={() => onInstall(file, 'others')} />
            </>
          )}
        />
      )}
    </div>
  );
}

function Installed({ phoneId, onInstall }: Props) {
  const { t } = useTranslation();
  const ids = useMemo(() => [phoneId], [phoneId]);
  const { data, error, refetch } = useApps(ids);
  const { known, refetch: measure } = useStorage(ids);
  const [storage] = known;
  const [typed, setTyped] = useState('');
  const { deed, begin } = useDeed(phoneId);
  const [asked, setAsked] = useState<{ kind: 'uninstallApp' | 'clearApp'; app: App } | null>(null);

  // An operation that ended may have taken space, or given it back.
  const over = deed?.working === false;
  useEffect(() => {
    if (over) void measure();
  }, [over, measure]);

  if (error && !data) {
    return <FaultState title={t('apps.failed')} fault={error as CallFault} onRetry={() => void refetch()} />;
  }
  if (!data) return <RowSkeletons count={6} />;
  const [asking] = data.phones;
  const shown = data.list.filter((app) => isMeant(app, typed));
  const running = data.list.filter(({ phones: [here] }) => here?.running).length;
  return (
    <div className={styles.phone}>
      <div className={styles.bar}>
        <Input
          allowClear
          prefix={<Search {...ICON} />}
          placeholder={t('apps.search')}
          aria-label={t('apps.search')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        {onInstall ? (
          <Button
            icon={<Upload {...ICON} />}
            aria-label={t('apps.install')}
            title={t('apps.install')}
            onClick={() => onInstall()}
          />
        ) : null}
      </div>
      <p className={styles.facts}>
        <span>{t('apps.runningNow', { n: running })}</span>
        {storage ? <StorageWords storage={storage} /> : null}
      </p>
      {asking?.msg ? <Note tone="warning">{asking.msg}</Note> : null}
      {shown.length === 0 && !asking?.msg ? (
        <EmptyState
          look={typed ? 'half' : 'shut'}
          title={t(typed ? 'apps.noneMatch' : 'apps.none')}
          text={typed ? undefined : t('apps.noneText')}
        />
      ) : (
        <ul className={styles.rows} aria-label={t('apps.list')}>
          {shown.map((app) => (
            <Row
              key={app.package}
              app={app}
              deed={deed?.package === app.package ? deed : null}
              busy={deed?.working === true}
              onBegin={(kind) => void begin(kind, app.package)}
              onAsk={(kind) => setAsked({ kind, app })}
            />
          ))}
        </ul>
      )}
      {asking && asking.system > 0 ? <p className={styles.facts}>{t('apps.system', { n: asking.system })}</p> : null}
      {asked ? (
        <AppsConfirm
          open
          kind={asked.kind}
          names={[nameOf(asked.app)]}
          phones={1}
          verb={t(asked.kind === 'uninstallApp' ? 'apps.uninstall' : 'apps.clear')}
          onConfirm={() => begin(asked.kind, asked.app.package)}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </div>
  );
}

interface RowProps {
  app: App;
  deed: Deed | null;
  busy: boolean;
  onBegin: (kind: AppKind) => void;
  onAsk: (kind: 'uninstallApp' | 'clearApp') => void;
}

function Row({ app, deed, busy, onBegin, onAsk }: RowProps) {
  const { t } = useTranslation();
  const copy = useCopy();
  const wide = useWide();
  const [here] = app.phones;
  if (!here) return null;
  const name = nameOf(app);
  const items: MenuProps['items'] = [
    {
      key: 'restart',
      icon: <RotateCcw {...ICON} />,
      label: t('apps.restart'),
      disabled: busy || !here.running || !here.startable,
      onClick: () => onBegin('restartApp'),
    },
    { key: 'copy', icon: <Copy {...ICON} />, label: t('apps.copy'), onClick: () => void copy(app.package) },
    { type: 'divider' },
    {
      key: 'clear',
      icon: <Eraser {...ICON} />,
      label: t('apps.clear'),
      disabled: busy,
      onClick: () => onAsk('clearApp'),
    },
    {
      key: 'uninstall',
      icon: <Trash2 {...ICON} />,
      label: t('apps.uninstall'),
      danger: true,
      disabled: busy,
      onClick: () => onAsk('uninstallApp'),
    },
  ];
  return (
    <li className={styles.row}>
      <AppIcon icon={app.icon} />
      <div className={styles.about}>
        <b className={styles.name} title={app.package}>
          <bdi>{name}</bdi>
        </b>
        {deed?.reason ? (
          <span className={styles.fault} role="alert">
            {deed.reason}
          </span>
        ) : (
          <Facts here={here} working={deed?.working === true} />
        )}
      </div>
      <Button
        type={here.running || !wide ? 'default' : 'text'}
        size={wide ? 'small' : 'middle'}
        className={here.running || !here.startable ? '' : (styles.start ?? '')}
        disabled={busy || (!here.running && !here.startable)}
        loading={deed?.working === true}
        onClick={() => onBegin(here.running ? 'stopApp' : 'startApp')}
      >
        {t(here.running ? 'apps.stop' : 'apps.start')}
      </Button>
      <Dropdown trigger={['click']} menu={{ items }} placement="bottomRight">
        <Button
          type="text"
          size={wide ? 'small' : 'middle'}
          icon={<Ellipsis {...ICON} />}
          aria-label={t('apps.menu', { name })}
        />
      </Dropdown>
    </li>
  );
}

/** Version, size, and whether it runs. */
function Facts({ here, working }: { here: AppOnPhone; working: boolean }) {
  const { t } = useTranslation();
  const parts = [here.versionName, here.size === null ? null : formatBytes(here.size)].filter((part) => part !== null);
  const state = working
    ? t('apps.working')
    : here.inFront
      ? t('apps.front')
      : here.running
        ? t('apps.background')
        : null;
  return (
    <span className={styles.small}>
      <span className="owl-figures">{parts.join(' ・ ')}</span>
      {state ? <span className={styles.runs}>{`${parts.length > 0 ? ' ・ ' : ''}${state}`}</span> : null}
      {here.startable ? null : <span>{`${parts.length > 0 ? ' ・ ' : ''}${t('apps.noLauncher')}`}</span>}
    </span>
  );
}
