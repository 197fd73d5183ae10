// The apps of the phone that is played, those of the market, and those that its member has in the cloud. What an app refused stands in its row.
import { Button, Input, Segmented } from 'antd';
import { ChevronRight, PackagePlus, Search, Upload } from 'lucide-react';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { type CloudFile, nameOf as fileName } from '@/features/uploads/cloud/api';
import { CloudList } from '@/features/uploads/cloud/CloudList';
import { withWords } from '@/i18n';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { Note } from '@/ui/Note';
import { EmptyState } from '@/ui/states/EmptyState';
import { FaultState } from '@/ui/states/FaultState';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { useWide } from '@/ui/useWide';
import { AppRow } from './AppRow';
import styles from './Apps.module.css';
import { AppsConfirm } from './AppsConfirm';
import { Arriving } from './Arriving';
import { type App, isMeant, nameOf, useApps, useStorage } from './api';
import { headOf } from './order';
import { ApartNote, SendOn } from './parts';
import { apartOn } from './places';
import { StorageWords } from './Storage';
import { useAppAction } from './useAppAction';
import { useSourceLabels } from './useSourceLabels';

const ICON = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

interface Props {
  phoneId: number;
  /** Opens the dialog that installs apps, perhaps one from the cloud, here or on others; null where there is none. */
  onInstall: ((cloud?: CloudFile, to?: 'others') => void) | null;
  /** Batch that installs something on it now. */
  arriving?: number | null;
}

const MarketOnPhone = lazyWithRetry(() => withWords(['market'], () => import('./market/MarketOnPhone')));
const FromMarket = lazyWithRetry(() => withWords(['market'], () => import('./market/FromMarket')));

const ways = ['installed', 'market', 'cloud'] as const;
type AppSource = (typeof ways)[number];

export default function PhoneApps({ onInstall, ...props }: Props) {
  return onInstall ? <Ways {...props} onInstall={onInstall} /> : <Installed {...props} onInstall={null} />;
}

function Ways({ phoneId, onInstall, arriving }: Props & { onInstall: NonNullable<Props['onInstall']> }) {
  const { t } = useTranslation();
  const wide = useWide();
  const [way, setWay] = useState<AppSource>('installed');
  const ids = useMemo(() => [phoneId], [phoneId]);
  const { data } = useApps(ids);
  const label = useSourceLabels(data?.list.length);
  return (
    <div className={styles.phone}>
      <Segmented<AppSource>
        block
        value={way}
        onChange={setWay}
        aria-label={t('apps.title')}
        options={ways.map((value) => ({ value, label: label(value) }))}
      />
      {way === 'installed' ? (
        <Installed phoneId={phoneId} onInstall={onInstall} arriving={arriving ?? null} />
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
      {wide ? (
        <p className={styles.drop}>
          <PackagePlus {...ICON} />
          {t('apps.dropHere')}
        </p>
      ) : (
        <div className={styles.foot}>
          <Button block size="large" icon={<Upload {...ICON} />} onClick={() => onInstall()}>
            {t('apps.install')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Installed({ phoneId, onInstall, arriving }: Props) {
  const { t } = useTranslation();
  const wide = useWide();
  const ids = useMemo(() => [phoneId], [phoneId]);
  const { data, error, refetch } = useApps(ids);
  const { known, refetch: measure } = useStorage(ids);
  const [storage] = known;
  const [typed, setTyped] = useState('');
  const [unfolded, setUnfolded] = useState(false);
  const { action, begin } = useAppAction(phoneId);
  const [asked, setAsked] = useState<{ kind: 'uninstallApp' | 'clearApp'; app: App } | null>(null);

  // An operation that ended may have taken space, or given it back.
  const over = action?.working === false;
  useEffect(() => {
    if (over) void measure();
  }, [over, measure]);

  if (error && !data) {
    return <FaultState title={t('apps.failed')} fault={error as CallFault} onRetry={() => void refetch()} />;
  }
  if (!data) return <RowSkeletons count={6} />;
  const [asking] = data.phones;
  const { head, rest } = headOf(data.list, action);
  const all = unfolded || typed.trim() !== '';
  const shown = (all ? [...head, ...rest] : head).filter((app) => isMeant(app, typed));
  const running = data.list.filter(({ phones: [here] }) => here?.running).length;
  return (
    <div className={styles.phone}>
      {wide || all ? (
        <div className={styles.bar}>
          <Input
            allowClear
            prefix={<Search {...ICON} />}
            placeholder={t('apps.search')}
            aria-label={t('apps.search')}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          {onInstall && wide ? (
            <Button
              icon={<Upload {...ICON} />}
              aria-label={t('apps.install')}
              title={t('apps.install')}
              onClick={() => onInstall()}
            />
          ) : null}
        </div>
      ) : null}
      <p className={styles.facts}>
        <span>{t('apps.runningNow', { n: running })}</span>
        {storage ? <StorageWords storage={storage} /> : null}
      </p>
      {asking?.msg ? <Note tone="warning">{asking.msg}</Note> : null}
      {arriving ? <Arriving phoneId={phoneId} batchId={arriving} /> : null}
      {shown.length === 0 && !asking?.msg && !arriving ? (
        <EmptyState
          look={typed ? 'half' : 'shut'}
          title={t(typed ? 'apps.noneMatch' : 'apps.none')}
          text={typed ? undefined : t('apps.noneText')}
        />
      ) : (
        <ul className={styles.rows} aria-label={t('apps.list')}>
          {shown.map((app) => (
            <AppRow
              key={app.package}
              app={app}
              action={action?.package === app.package ? action : null}
              busy={action?.working === true}
              onBegin={(kind) => void begin(kind, app.package)}
              onAsk={(kind) => setAsked({ kind, app })}
            />
          ))}
        </ul>
      )}
      <div className={styles.more}>
        {rest.length > 0 && !typed.trim() ? (
          <Button
            type="text"
            aria-expanded={unfolded}
            icon={<ChevronRight {...ICON} className={styles.fold} />}
            onClick={() => setUnfolded(!unfolded)}
          >
            {unfolded ? t('apps.fewer') : t('apps.more', { n: rest.length })}
          </Button>
        ) : null}
        {asking && asking.system > 0 ? <span>{t('apps.system', { n: asking.system })}</span> : null}
      </div>
      {onInstall && wide && !typed.trim() ? (
        <Suspense fallback={null}>
          <FromMarket list={data.list} onInstall={onInstall} />
        </Suspense>
      ) : null}
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
