// Editor of the key mapping in the panel: choice of the app, on or off, the mapped keys, adding a key, import and export of files.
import { AutoComplete, Button, Select, Switch } from 'antd';
import { X } from 'lucide-react';
import { type ChangeEvent, type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkKeymap, keymapFileMaxBytes } from '@/core/rules';
import { AppIcon } from '@/features/apps/AppIcon';
import { useApps } from '@/features/apps/api';
import { useToasts } from '@/ui/announce/Toasts';
import { saveFile } from '@/ui/saveText';
import { usePlayContext } from '../PlayContext';
import { fileName } from '../shots/fileName';
import styles from './Keymap.module.css';
import { type Act, type Entry, entriesOf, type Keymap, keyName, readKeymap, VERSION, writeKeymap } from './keymap';

export function KeymapEditor() {
  const { t } = useTranslation();
  const { keymapping } = usePlayContext();
  const { chosen } = keymapping;
  const apps = useAppFacts();
  return (
    <section className={styles.editor} aria-labelledby="play-keymap">
      <div className={styles.row}>
        <h2 id="play-keymap">{t('play.keymap.title')}</h2>
        <Switch
          checked={keymapping.on}
          disabled={!chosen || chosen.points.length === 0}
          onChange={keymapping.setOn}
          aria-labelledby="play-keymap"
        />
      </div>
      <p className={styles.hint}>{t('play.keymap.hint')}</p>
      <InFront apps={apps} />
      <App apps={apps} />
      <ul className={styles.points}>
        {chosen ? entriesOf(chosen.points).map((entry) => <Row key={entry.points[0].code} entry={entry} />) : null}
      </ul>
      <AddKey />
      <Files />
    </section>
  );
}

const percent = (part: number): string => `${Math.round(part * 100)}%`;

/** A position on the picture as text that does not wrap. */
const Place = ({ x, y }: { x: number; y: number }) => (
  <span className={`owl-figures ${styles.place}`}>
    {percent(x)} · {percent(y)}
  </span>
);

/** Row of a key, or of the keys of a pad: what they do, where, and a button that removes them, with an undo. */
function Row({ entry: { act, points } }: { entry: Entry }) {
  const { t } = useTranslation();
  const { keymapping } = usePlayContext();
  const toasts = useToasts();
  const { chosen } = keymapping;
  if (!chosen) return null;
  const [first] = points;
  const { x, y } = 'from' in first ? first.from : first;
  const key = points.map(({ code }) => keyName(code)).join(' ');
  const drop = () => {
    const codes = points.map(({ code }) => code);
    keymapping.put({ ...chosen, points: chosen.points.filter(({ code }) => !codes.includes(code)) });
    toasts.done(t('play.keymap.dropped', { key }), {
      key: 'keymap',
      link: { label: t('play.keymap.undo'), onClick: () => keymapping.put(chosen) },
    });
  };
  return (
    <li>
      <span className={styles.point}>
        <span className={styles.keys}>
          {points.map(({ code }) => (
            <kbd key={code}>{keyName(code)}</kbd>
          ))}
        </span>
        <span className={styles.does}>
          {t(`play.keymap.acts.${act}`)} <Place x={x} y={y} />
          {act === 'swipe' ? (
            <>
              {' → '}
              <Place x={first.x} y={first.y} />
            </>
          ) : null}
        </span>
      </span>
      <button
        type="button"
        className={`owl-plain-button ${styles.drop}`}
        aria-label={t('play.keymap.drop', { key })}
        onClick={drop}
      >
        <X size={14} strokeWidth={1.6} aria-hidden="true" />
      </button>
    </li>
  );
}

/** Name and icon of an app, by its package, where they are known. */
function useAppFacts() {
  const { phoneId, embedded } = usePlayContext();
  const ids = useMemo(() => (embedded ? [] : [phoneId]), [phoneId, embedded]);
  const { data } = useApps(ids);
  return useMemo(() => new Map((data?.list ?? []).map((app) => [app.package, app])), [data]);
}
type AppFacts = ReturnType<typeof useAppFacts>;

/** The app in front, whose mapping applies automatically. */
function InFront({ apps }: { apps: AppFacts }) {
  const { t } = useTranslation();
  const { front, on, inForce } = usePlayContext().keymapping;
  if (front === null) return null;
  return (
    <p className={styles.hint} role="status">
      {t(on && !inForce ? 'play.keymap.noneFront' : 'play.keymap.front', { app: apps.get(front)?.label || front })}
    </p>
  );
}

/** Choice of the mapping's app: one that has a mapping or is installed, or a package name that is typed. */
function App({ apps: facts }: { apps: AppFacts }) {
  const { t } = useTranslation();
  const { keymapping } = usePlayContext();
  const { all, chosen, front } = keymapping;
  const [text, setText] = useState<string | null>(null);
  const toasts = useToasts();
  // The app in front and what is installed are offered even before they have a mapping.
  const apps = [...new Set([...all.map(({ app }) => app), ...(front === null ? [] : [front]), ...facts.keys()])];
  const take = (app: string) => {
    setText(null);
    const name = app.trim();
    if (name === (chosen?.app ?? '')) return;
    if (all.some((each) => each.app === name)) return keymapping.choose(name);
    const fault = checkKeymap(VERSION, name, []);
    if (fault) toasts.warned(fault, { key: 'keymap' });
    else keymapping.put({ app: name, points: [] });
  };
  return (
    <AutoComplete
      className={styles.app ?? ''}
      style={{ width: '100%' }}
      value={text ?? chosen?.app ?? ''}
      options={apps.map((app) => ({ value: app, label: <AppLabel app={app} facts={facts} /> }))}
      placeholder={t('play.keymap.any')}
      aria-label={t('play.keymap.app')}
      onChange={setText}
      onSelect={take}
      onBlur={() => text !== null && take(text)}
    />
  );
}

/** Option of the app's choice, with icon and name where they are known. */
function AppLabel({ app, facts }: { app: string; facts: AppFacts }) {
  const { t } = useTranslation();
  const known = facts.get(app);
  if (!known) return app || t('play.keymap.any');
  return (
    <span className={styles.offered}>
      <AppIcon icon={known.icon} />
      <span>
        {known.label || app}
        {known.label ? <small className="owl-mono">{app}</small> : null}
      </span>
    </span>
  );
}

/** Kinds that can be added: a single key by what it does, or a pad of four keys. */
const kinds = ['tap', 'hold', 'swipe', 'wasd', 'arrows'] as const;
type Kind = (typeof kinds)[number];
/** Keys of each kind of pad: up, left, down, right. */
const PADS: Partial<Record<Kind, readonly string[]>> = {
  wasd: ['KeyW', 'KeyA', 'KeyS', 'KeyD'],
  arrows: ['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight'],
};

/** Adds a key: asks for the key (a pad has its own), then for its position on the picture. */
function AddKey() {
  const { t } = useTranslation();
  const { keymapping } = usePlayContext();
  const toasts = useToasts();
  const [asking, setAsking] = useState(false);
  const [kind, setKind] = useState<Kind>('tap');
  const pad = PADS[kind];
  if (keymapping.placing !== null) {
    return (
      <Button size="small" onClick={() => keymapping.setPlacing(null)}>
        {t('common.cancel')}
      </Button>
    );
  }
  const take = (event: KeyboardEvent) => {
    if (!asking) return;
    event.preventDefault();
    event.stopPropagation();
    setAsking(false);
    if (event.code === 'Escape') return;
    const fault = checkKeymap(VERSION, '', [{ code: event.code, x: 0, y: 0 }]);
    if (fault) toasts.warned(fault, { key: 'keymap' });
    else keymapping.setPlacing({ act: pad ? 'pad' : (kind as Act), codes: [event.code] });
  };
  return (
    <div className={styles.buttons}>
      <Select<Kind>
        size="small"
        value={kind}
        onChange={setKind}
        aria-label={t('play.keymap.kind')}
        popupMatchSelectWidth={false}
        options={kinds.map((value) => ({ value, label: t(`play.keymap.kinds.${value}`) }))}
      />
      <Button
        size="small"
        onClick={() => (pad ? keymapping.setPlacing({ act: 'pad', codes: pad }) : setAsking(true))}
        onKeyDown={take}
        onBlur={() => setAsking(false)}
      >
        {t(asking ? 'play.keymap.press' : 'play.keymap.add')}
      </Button>
    </div>
  );
}

function Files() {
  const { t } = useTranslation();
  const { keymapping, name } = usePlayContext();
  const toasts = useToasts();
  const input = useRef<HTMLInputElement>(null);
  const { chosen } = keymapping;

  const read = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (!file) return;
    const value: unknown =
      file.size > keymapFileMaxBytes()
        ? null
        : await file
            .text()
            .then(JSON.parse)
            .catch(() => null);
    const found = readKeymap(value);
    if ('fault' in found) toasts.warned(found.fault, { key: 'keymap' });
    else {
      keymapping.put(found);
      toasts.done(t('play.keymap.imported', { count: found.points.length }), { key: 'keymap' });
    }
  };
  const remove = (gone: Keymap) => {
    keymapping.remove(gone.app);
    toasts.done(t('play.keymap.removed'), {
      key: 'keymap',
      link: { label: t('play.keymap.undo'), onClick: () => keymapping.put(gone) },
    });
  };
  const write = () => {
    if (!chosen) return;
    const file = new Blob([writeKeymap(chosen)], { type: 'application/json' });
    saveFile(fileName(chosen.app || name, Date.now(), 'json'), file);
  };
  return (
    <div className={styles.buttons}>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label={t('play.keymap.file')}
        onChange={(event) => void read(event)}
      />
      <Button size="small" onClick={() => input.current?.click()}>
        {t('play.keymap.import')}
      </Button>
      <Button size="small" disabled={!chosen} onClick={write}>
        {t('play.keymap.export')}
      </Button>
      {chosen ? (
        <Button size="small" danger onClick={() => remove(chosen)}>
          {t('play.keymap.remove')}
        </Button>
      ) : null}
    </div>
  );
}
