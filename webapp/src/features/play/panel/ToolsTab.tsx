// Tab of the session's tools with their settings: clipboard, sound, pictures. On a phone's screen the tools for which the row has no room come first.
import { Button, Switch } from 'antd';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { soundText } from '@/core/rules';
import { usePlayContext } from '../PlayContext';
import { SheetTools } from '../rail/SheetTools';
import { takesPictures } from '../rail/tools';
import { Decoding } from '../readout/Decoding';
import { decoderWhy } from '../readout/figures';
import { QualityChoice } from '../readout/QualityChoice';
import styles from './Panel.module.css';

export function ToolsTab({ onDone }: { onDone: (() => void) | undefined }) {
  const { state, wide } = usePlayContext();
  return (
    <>
      {wide ? null : <SheetTools onDone={onDone} />}
      {state.clipboardShared === null ? null : <ClipboardPart />}
      <SoundPart />
      {takesPictures(state) ? <ShotPart /> : null}
      {wide || !state.control ? null : <QualityPart />}
      {wide ? null : <DecodingPart />}
    </>
  );
}

interface LineProps {
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (on: boolean) => void;
  children?: ReactNode;
}

function Line({ label, checked, disabled = false, onChange, children }: LineProps) {
  const id = useId();
  return (
    <>
      <div className={styles.switch}>
        <h2 id={id}>{label}</h2>
        <Switch checked={checked} disabled={disabled} onChange={onChange} aria-labelledby={id} />
      </div>
      {children}
    </>
  );
}

function ClipboardPart() {
  const { t } = useTranslation();
  const { clipboard, handle, state } = usePlayContext();
  return (
    <section className={styles.part}>
      <Line
        label={t('play.clipboardShare')}
        checked={state.clipboardShared === true}
        onChange={(on) => handle?.shareClipboard(on)}
      >
        <p className={styles.hint}>{t(state.clipboardShared ? 'play.clipboardOnHint' : 'play.clipboardOff')}</p>
      </Line>
      {state.clipboardShared ? (
        <Button size="small" onClick={clipboard.send}>
          {t('play.clipboardSend')}
        </Button>
      ) : null}
      {state.clipboardShared && clipboard.copied ? (
        <p className={styles.copied} role="note" aria-label={t('play.clipboardCopied')}>
          {clipboard.copied}
        </p>
      ) : null}
    </section>
  );
}

function SoundPart() {
  const { t } = useTranslation();
  const { sound, state } = usePlayContext();
  const behind = sound.behindMs === null ? null : Math.round(sound.behindMs);
  return (
    <section className={styles.part}>
      <Line label={t('play.sound')} checked={sound.on} disabled={!sound.possible} onChange={sound.toggle}>
        <p className={styles.hint} role="status">
          {sound.possible ? soundText(state.sound) : t('play.soundNotHere')}
          {sound.on && behind !== null ? <span>{` ${t('play.soundBehind', { ms: behind })}`}</span> : null}
        </p>
      </Line>
      {sound.possible ? (
        <Line label={t('play.soundRests')} checked={sound.restsHidden} onChange={sound.setRestsHidden} />
      ) : null}
    </section>
  );
}

function ShotPart() {
  const { t } = useTranslation();
  const { shots } = usePlayContext();
  return (
    <section className={styles.part}>
      <Button size="small" onClick={shots.save}>
        {t('play.shot')}
      </Button>{' '}
      <Button size="small" onClick={shots.copy}>
        {t('play.shotCopy')}
      </Button>
    </section>
  );
}

function QualityPart() {
  const { t } = useTranslation();
  return (
    <section className={styles.part}>
      <div className={styles.switch}>
        <h2>{t('play.quality')}</h2>
        <QualityChoice />
      </div>
    </section>
  );
}

/** Decoder with its reason as text: a touch screen shows no title. */
function DecodingPart() {
  const { t } = useTranslation();
  const now = usePlayContext().state.stats.at(-1);
  if (!now) return null;
  return (
    <section className={styles.part}>
      <div className={styles.switch}>
        <h2>{t('play.decoder')}</h2>
        <span>
          <Decoding now={now} />
        </span>
      </div>
      <p className={styles.hint}>{t(decoderWhy(now.decoder))}</p>
    </section>
  );
}
