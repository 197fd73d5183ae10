// The state of the server, read only: version, database, queues, sockets, storage, settings with where each comes from, and the last errors.
import { Button, Select } from 'antd';
import { ClipboardCopy } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { CallFault } from '@/core/http';
import { constants, formatBytes, formatDuration, formatTime } from '@/core/rules';
import { usePageTitle } from '@/shell/usePageTitle';
import { useCopy } from '@/ui/copy/Copy';
import { listCodec, oneOf, useUrlState } from '@/ui/list/urlState';
import { FaultState } from '@/ui/states/FaultState';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { ErrorsTable } from '../overview/ErrorsTable';
import overview from '../overview/Overview.module.css';
import { Section } from '../overview/Section';
import { type Setting, type System, useGetSystemQuery } from './api';
import { asText } from './asText';
import styles from './System.module.css';

const LOOK_AGAIN_MS = 30_000;

const sections = [
  'server',
  'rules',
  's3',
  'phones',
  'demo',
  'sms',
  'smtp',
  'oidc',
  'wechat',
  'alipay',
  'wechatpay',
] as const;

const codec = listCodec({
  section: oneOf('all', ...sections),
  source: oneOf('all', 'environment', 'file', 'database', 'demo', 'default'),
});

export default function SystemPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.serverState'));
  const copy = useCopy();
  const { data, error, isFetching, refetch } = useGetSystemQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: LOOK_AGAIN_MS,
    skipPollingIfUnfocused: true,
  });
  return (
    <div className={overview.page}>
      <div className={overview.head}>
        <h1 ref={heading} tabIndex={-1}>
          {t('pages.serverState')}
        </h1>
        {data ? (
          <Button
            className={styles.copy ?? ''}
            icon={<ClipboardCopy size={16} strokeWidth={1.6} />}
            onClick={() => void copy(asText(data), t('system.copied'))}
          >
            {t('system.copy')}
          </Button>
        ) : null}
      </div>
      {data ? (
        <Content system={data} />
      ) : error && !isFetching ? (
        <FaultState title={t('system.failed')} fault={error as CallFault} onRetry={() => void refetch()} />
      ) : (
        <RowSkeletons count={8} />
      )}
    </div>
  );
}

function Content({ system }: { system: System }) {
  const { t } = useTranslation();
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === '#errors') document.getElementById('errors')?.scrollIntoView();
  }, [hash]);
  const { database, sockets, storage, queues } = system;
  const none = t('system.unknown');
  return (
    <>
      <div className={styles.facts}>
        <Facts
          title={t('system.server')}
          rows={[
            [t('system.version'), `${system.version} (${system.build})`],
            [t('system.console'), constants().frontVersion],
            [t('system.platform'), system.platform],
            [
              t('system.started'),
              <span key="at" title={formatTime(system.startedTime)}>
                {formatDuration(system.time - system.startedTime)}
              </span>,
            ],
            [t('system.publicOrigin'), system.publicOrigin ?? t('system.thisMachine')],
          ]}
        />
        <Facts
          title={t('system.database')}
          rows={[
            [t('system.kind'), `${t(`system.kinds.${database.kind}`)} ${database.version}`],
            [t('system.stamp'), t(`shell.stamp.${database.stamp}`)],
            [t('system.size'), formatBytes(database.bytes)],
            [t('system.migrations'), `${database.migrations} · ${database.lastMigration}`],
          ]}
        />
        <Facts
          title={t('system.sockets')}
          rows={[
            [t('system.memberSockets'), sockets.members],
            [t('system.pictureSockets'), sockets.pictures],
            [t('system.onlineMembers'), sockets.online],
          ]}
        />
        <Facts
          title={t('system.storage')}
          rows={[
            [t('system.files'), storage.files],
            [t('system.filesSize'), formatBytes(storage.bytes)],
            [t('system.free'), storage.freeBytes == null ? none : formatBytes(storage.freeBytes)],
            [t('system.whole'), storage.wholeBytes == null ? none : formatBytes(storage.wholeBytes)],
          ]}
        />
      </div>
      <Section title={t('system.queues')} note={t('system.queuesNote')}>
        <table className={`${overview.table} ${styles.queues} owl-figures`}>
          <thead>
            <tr>
              <th scope="col">{t('system.queue')}</th>
              <th scope="col" className={overview.right}>
                {t('system.count')}
              </th>
              <th scope="col">{t('system.first')}</th>
            </tr>
          </thead>
          <tbody>
            {queues.map(({ name, count, firstTime }) => (
              <tr key={name}>
                <td>{t(`system.names.${name}`)}</td>
                <td className={overview.right}>{count.toLocaleString('en-US')}</td>
                <td>{firstTime == null ? '—' : formatTime(firstTime)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Section title={t('overview.errors')} note={t('overview.sinceStart')} id="errors">
        <ErrorsTable errors={system.errors} />
      </Section>
      <Settings settings={system.settings} />
    </>
  );
}

function Facts({ title, rows }: { title: string; rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <Section title={title}>
      <dl className={styles.list}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="owl-figures">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function Settings({ settings }: { settings: readonly Setting[] }) {
  const { t } = useTranslation();
  const [{ section, source }, change] = useUrlState(codec);
  const shown = settings.filter(
    (one) => (section === 'all' || one.section === section) && (source === 'all' || one.source === source),
  );
  return (
    <Section title={t('system.settings')} note={t('system.settingsNote')}>
      <div className={styles.filters}>
        <Select<typeof section>
          aria-label={t('system.section')}
          value={section}
          onChange={(next) => change({ section: next })}
          options={(['all', ...sections] as const).map((value) => ({ value, label: t(`system.sections.${value}`) }))}
        />
        <Select<typeof source>
          aria-label={t('system.source')}
          value={source}
          onChange={(next) => change({ source: next })}
          options={(['all', 'environment', 'file', 'database', 'demo', 'default'] as const).map((value) => ({
            value,
            label: t(`system.sources.${value}`),
          }))}
        />
      </div>
      {shown.length === 0 ? (
        <p className={overview.nothing}>
          {t('system.noSetting')}{' '}
          <Button type="link" onClick={() => change({ section: 'all', source: 'all' })}>
            {t('system.clear')}
          </Button>
        </p>
      ) : (
        <ul className={styles.settings} aria-label={t('system.settings')}>
          {shown.map((one) => (
            <li key={one.variable}>
              <span className="owl-mono">{one.variable}</span>
              <ValueOf setting={one} />
              <span data-source={one.source}>{t(`system.sources.${one.source}`)}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** The value; of a secret only whether it is set. */
function ValueOf({ setting: { value, secret, source } }: { setting: Setting }) {
  const { t } = useTranslation();
  if (secret) return <span className={styles.none}>{t(source === 'default' ? 'system.notSet' : 'system.secret')}</span>;
  if (value == null) return <span className={styles.none}>{t('system.notSet')}</span>;
  return <span className={`${styles.value} owl-mono`}>{value}</span>;
}
