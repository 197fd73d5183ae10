// Facts that the table and the cards say of an app alike: its versions, where it is, where it runs.
import { Button } from 'antd';
import { Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './Apps.module.css';
import type { App, Named } from './api';
import { versionsOf } from './places';

/** Says that a version is signed by other keys than the app on the phone, or on so many of several phones. */
export function ApartNote({ count, many = false }: { count: number; many?: boolean }) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return <span className={styles.apart}>{many ? t('apps.apartOn', { count }) : t('apps.apart')}</span>;
}

/** Opens the dialog that brings an app to other phones. */
export function SendOn({ name, onClick }: { name: string; onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <Button
      type="text"
      size="small"
      icon={<Send size={16} strokeWidth={1.6} aria-hidden="true" />}
      aria-label={t('apps.sendName', { name })}
      title={t('apps.send')}
      onClick={onClick}
    />
  );
}

interface Props {
  app: App;
  phones: readonly Named[];
}

/** Phones that have a box each; of more there are shares. */
export const BOXES_MAX = 30;

/** Versions that are said. */
const VERSIONS_MAX = 2;

export function VersionWords({ app, phones }: Props) {
  const { t } = useTranslation();
  const versions = versionsOf(app);
  const [first] = versions;
  const parts: string[] = [];
  if (phones.length > 1 && app.phones.length === 1) {
    const name = phones.find(({ id }) => id === app.phones[0]?.phoneId)?.name ?? '';
    parts.push(t('apps.only', { name }));
  } else if (first && phones.length === 1) parts.push(first[0]);
  else if (first && versions.length === 1) parts.push(t('apps.sameVersion', { version: first[0] }));
  else parts.push(...versions.slice(0, VERSIONS_MAX).map(([version, n]) => t('apps.versionOn', { version, n })));
  if (app.phones.every(({ startable }) => !startable)) parts.push(t('apps.noLauncher'));
  return <span>{parts.join(' ・ ')}</span>;
}

export function PlaceBoxes({ app, phones }: Props) {
  const { t } = useTranslation();
  if (phones.length > BOXES_MAX) return <Spread app={app} phones={phones} />;
  const states = phones.map(({ id, name }) => {
    const here = app.phones.find(({ phoneId }) => phoneId === id);
    const state = here ? (here.running ? 'running' : 'installed') : 'none';
    const word = t(state === 'running' ? 'apps.running' : state === 'installed' ? 'apps.has' : 'apps.hasNot');
    return { id, state, words: t('apps.place', { name, state: word }) };
  });
  return (
    <span className={styles.places}>
      {states.map(({ id, state, words }) => (
        <span key={id} role="img" className={styles.place} data-state={state} aria-label={words} title={words} />
      ))}
      <span className="owl-figures">{`${app.phones.length} / ${phones.length}`}</span>
    </span>
  );
}

export function RunningWord({ app }: { app: App }) {
  const { t } = useTranslation();
  const n = app.phones.filter(({ running }) => running).length;
  return n === 0 ? <span>—</span> : <span className={styles.runs}>{t('apps.runningN', { n })}</span>;
}

/** How an app is spread over more phones than have boxes. */
function Spread({ app, phones }: Props) {
  const { t } = useTranslation();
  const running = app.phones.filter((here) => here.running).length;
  const counts = { running, installed: app.phones.length - running, none: phones.length - app.phones.length };
  const words = t('apps.spread', counts);
  return (
    <span className={styles.places}>
      <span role="img" className={styles.spread} aria-label={words} title={words}>
        {(['running', 'installed', 'none'] as const).map((state) => (
          <i key={state} data-state={state} style={{ flexGrow: counts[state] }} />
        ))}
      </span>
      <span className="owl-figures">{`${app.phones.length} / ${phones.length}`}</span>
    </span>
  );
}
