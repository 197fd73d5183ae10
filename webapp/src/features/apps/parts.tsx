// What the table and the cards say of an app alike: its versions, where it is, where it runs.
import { useTranslation } from 'react-i18next';
import styles from './Apps.module.css';
import type { App, Named } from './api';
import { versionsOf } from './places';

interface Props {
  app: App;
  phones: readonly Named[];
}

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
