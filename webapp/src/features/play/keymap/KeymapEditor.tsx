// The key mapping in the panel: of which app, in force or not, its keys, one more, and files in and out.
import { AutoComplete, Button, Switch } from 'antd';
import { X } from 'lucide-react';
import { type ChangeEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkKeymap, keymapFileMaxBytes } from '@/core/rules';
import { saveFile } from '@/ui/saveText';
import { useToasts } from '@/ui/Toasts';
import { usePlayContext } from '../PlayContext';
import { fileName } from '../shots/fileName';
import styles from './Keymap.module.css';
import { keyName, readKeymap, VERSION, writeKeymap } from './keymap';

export function KeymapEditor() {
  const { t } = useTranslation();
  const { keymapping } = usePlayContext();
  const { chosen } = keymapping;
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
      <InFront />
      <App />
      <ul className={styles.points}>
        {chosen?.points.map(({ code, x, y }) => (
          <li key={code}>
            <kbd>{keyName(code)}</kbd>
            <span className="owl-figures">
              {Math.round(x * 100)}% · {Math.round(y * 100)}%
            </span>
            <button
              type="button"
              className={`owl-plain-button ${styles.drop}`}
              aria-label={t('play.keymap.drop', { key: keyName(code) })}
              onClick={() => keymapping.put({ ...chosen, points: chosen.points.filter((each) => each.code !== code) })}
            >
              <X size={14} strokeWidth={1.6} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <AddKey />
      <Files />
    </section>
  );
}

/** Which app is in front: its mapping is in force by itself. */
function InFront() {
  const { t } = useTranslation();
  const { front, on, inForce } = usePlayContext().keymapping;
  if (front === null) return null;
  return (
    <p className={styles.hint} role="status">
      {t(on && !inForce ? 'play.keymap.noneFront' : 'play.keymap.front', { app: front })}
    </p>
  );
}

/** Which app the mapping is for: one of those that have one, or a new name. */
function App() {
  const { t } = useTranslation();
  const { keymapping } = usePlayContext();
  const { all, chosen, front } = keymapping;
  const [text, setText] = useState<string | null>(null);
  const toasts = useToasts();
  // The app in front is offered even before it has a mapping.
  const apps = [...new Set([...all.map(({ app }) => app), ...(front === null ? [] : [front])])];
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
      options={apps.map((app) => ({ value: app, label: app || t('play.keymap.any') }))}
      placeholder={t('play.keymap.any')}
      aria-label={t('play.keymap.app')}
      onChange={setText}
      onSelect={take}
      onBlur={() => text !== null && take(text)}
    />
  );
}

/** Asks for a key, then for its place on the picture. */
function AddKey() {
  const { t } = useTranslation();
  const { keymapping } = usePlayContext();
  const toasts = useToasts();
  const [asking, setAsking] = useState(false);
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
    else keymapping.setPlacing(event.code);
  };
  return (
    <Button size="small" onClick={() => setAsking(true)} onKeyDown={take} onBlur={() => setAsking(false)}>
      {t(asking ? 'play.keymap.press' : 'play.keymap.add')}
    </Button>
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
        <Button size="small" danger onClick={() => keymapping.remove(chosen.app)}>
          {t('play.keymap.remove')}
        </Button>
      ) : null}
    </div>
  );
}
