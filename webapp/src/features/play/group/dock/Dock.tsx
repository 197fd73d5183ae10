// Dock below the group: sends a text to all phones, the same or a line each, presses keys on all of them, and opens the dialogs for their
// apps. Dark in both themes.
import { Tooltip } from 'antd';
import { ChevronLeft, House, type LucideIcon, Send, Square, TextCursorInput } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { constants, isComposing } from '@/core/rules';
import { useToasts } from '@/ui/announce/Toasts';
import { useWide } from '@/ui/useWide';
import { useGroupPlay } from '../GroupContext';
import styles from './Dock.module.css';
import { useGroupApps } from './GroupApps';
import { type Shares, shareLines } from './lines';

const modes = ['same', 'lines'] as const;
type Mode = (typeof modes)[number];

const ICON = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;
const LINES_SHOWN = 4;

export function Dock() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const wide = useWide();
  const apps = useGroupApps(wide);
  const { broadcast } = useGroupPlay();
  const { receivers, write, writeLines } = broadcast;
  const [mode, setMode] = useState<Mode>('same');
  const [drafts, setDrafts] = useState<Record<Mode, string>>({ same: '', lines: '' });
  const draft = drafts[mode];
  const empty = draft.trim() === '';
  const shares = mode === 'lines' && !empty ? shareLines(draft, receivers) : null;
  const n = shares ? shares.texts.length : receivers.length;
  const why =
    receivers.length === 0 ? t('group.nobodyGets') : empty ? t('group.noText') : n === 0 ? t('group.nobodyGets') : null;
  const change = (text: string) => setDrafts((old) => ({ ...old, [mode]: text }));
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    if (why !== null) return;
    const sent = mode === 'same' ? write(draft) : writeLines(draft);
    change('');
    toasts.done(t('group.sent', { count: sent }), { key: 'group-sent' });
  };
  return (
    <>
      <section className={styles.dock} data-wide={wide} aria-label={t('group.dock')}>
        {mode === 'lines' ? <LinesNote shares={shares} /> : null}
        <form className={styles.row} onSubmit={send}>
          {wide ? <TextCursorInput {...ICON} className={styles.mark} /> : null}
          <Modes mode={mode} onMode={setMode} />
          <Field mode={mode} value={draft} onChange={change} onSend={send} />
          <Tooltip title={why ?? ''}>
            <button
              type="submit"
              className={`owl-plain-button ${styles.send}`}
              aria-disabled={why !== null}
              aria-description={why ?? undefined}
            >
              <Send {...ICON} />
              <span className="owl-figures">{t('group.send', { n })}</span>
            </button>
          </Tooltip>
          <Keys wide={wide} />
          {apps.buttons}
        </form>
      </section>
      {apps.over}
    </>
  );
}

/** Native radio buttons, styled for the dock. */
function Modes({ mode, onMode }: { mode: Mode; onMode: (mode: Mode) => void }) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <fieldset className={styles.modes}>
      <legend className="owl-hidden-text">{t('group.mode')}</legend>
      {modes.map((each) => (
        <label key={each} data-chosen={each === mode}>
          <input
            type="radio"
            className="owl-hidden-text"
            name={name}
            checked={each === mode}
            onChange={() => onMode(each)}
          />
          {t(`group.modes.${each}`)}
        </label>
      ))}
    </fieldset>
  );
}

interface FieldProps {
  mode: Mode;
  value: string;
  onChange: (text: string) => void;
  onSend: () => void;
}

function Field({ mode, value, onChange, onSend }: FieldProps) {
  const { t } = useTranslation();
  const label = t(`group.fields.${mode}`);
  if (mode === 'same') {
    return (
      <input
        className={styles.field}
        value={value}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  return (
    <textarea
      className={styles.field}
      rows={LINES_SHOWN}
      value={value}
      aria-label={label}
      placeholder={label}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event: KeyboardEvent) => {
        // Enter begins the next line.
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event.nativeEvent)) return;
        event.preventDefault();
        onSend();
      }}
    />
  );
}

/** Hint below the text: how lines are dealt to phones, and where their numbers differ. */
function LinesNote({ shares }: { shares: Shares | null }) {
  const { t } = useTranslation();
  const said = !shares
    ? t('group.linesHint')
    : shares.over > 0
      ? t('group.linesOver', { count: shares.over })
      : shares.without > 0
        ? t('group.linesShort', { count: shares.without })
        : t('group.linesFit', { count: shares.texts.length });
  const warns = shares !== null && (shares.over > 0 || shares.without > 0);
  return (
    <p className={styles.note} data-warns={warns} role="status">
      {said}
    </p>
  );
}

const keys = [
  { key: 'home', icon: House, keycode: () => constants().keycodeHome },
  { key: 'back', icon: ChevronLeft, keycode: () => constants().keycodeBack },
  { key: 'recents', icon: Square, keycode: () => constants().keycodeAppSwitch },
] as const satisfies { key: string; icon: LucideIcon; keycode: () => number }[];

function Keys({ wide }: { wide: boolean }) {
  const { t } = useTranslation();
  const { broadcast } = useGroupPlay();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's.
    <div className={styles.keys} role="group" aria-label={t('group.keys')}>
      {keys.map(({ key, icon: Icon, keycode }) => (
        <Tooltip key={key} title={wide ? '' : t(`group.all.${key}`)}>
          <button
            type="button"
            className={`owl-plain-button ${styles.key}`}
            aria-label={t(`group.all.${key}`)}
            // The focus stays in the text field.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => broadcast.press(keycode())}
          >
            <Icon {...ICON} />
            {wide ? <span>{t(`group.all.${key}`)}</span> : null}
          </button>
        </Tooltip>
      ))}
    </div>
  );
}
