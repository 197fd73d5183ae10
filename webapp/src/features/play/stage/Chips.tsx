// Chips at the top right of the stage: view only, reduced size, screenshot mode, a phone that falls behind, or a session about to
// end by inactivity.

import { Camera, Circle, Hourglass, Keyboard, Minimize2, Timer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PlayStream } from '@/contract/constants';
import { formatBytes, formatClock, paceText } from '@/core/rules';
import { Eyes } from '@/ui/Eyes';
import { useCountdown } from '@/ui/time/Countdown';
import { inputFaultText } from '../input/useInputToasts';
import { usePlayContext } from '../PlayContext';
import styles from './Head.module.css';
import { useIdleAlarm } from './useIdleAlarm';

export function ViewOnlyChip() {
  const { t } = useTranslation();
  const { state } = usePlayContext();
  if (state.level === null || state.control || state.phase === 'over') return null;
  return (
    <span className={styles.chip} title={state.inputFault === null ? undefined : inputFaultText(state.inputFault)}>
      <Eyes look="half" />
      {t(state.inputMethod === PlayStream.inputSwitching ? 'play.waySwitching' : 'play.viewOnly')}
    </span>
  );
}

/** Chip of a phone that refuses injected input and gets it by virtual devices. */
export function InputMethodChip() {
  const { t } = useTranslation();
  const { state, wide } = usePlayContext();
  if (state.inputMethod !== PlayStream.inputDevices || !state.control || state.phase === 'over') return null;
  return (
    <span className={styles.chip} role="note" title={t('play.wayDevicesHint')}>
      <Keyboard size={14} strokeWidth={1.6} aria-hidden="true" />
      {t(wide ? 'play.wayDevices' : 'play.wayDevicesShort')}
    </span>
  );
}

/** Chip of the screenshot mode; for the member in control it also names what is not possible. */
export function ScreenshotModeChip() {
  const { t } = useTranslation();
  const { state, wide } = usePlayContext();
  if (state.stats.at(-1)?.decoder !== 'stills' || state.phase === 'over') return null;
  const said = t(state.control ? 'play.stillsControl' : 'play.stills');
  return (
    <span className={styles.chip} role="note" title={wide ? undefined : said}>
      <Camera size={14} strokeWidth={1.6} aria-hidden="true" />
      {wide ? said : t('play.stillsShort')}
    </span>
  );
}

/** Chip of a viewer whose picture is reduced because the connection is too slow. */
export function SmallChip() {
  const { t } = useTranslation();
  const { state, wide } = usePlayContext();
  if (state.quality?.shown !== PlayStream.shownSmall || state.phase === 'over') return null;
  return (
    <span className={styles.chip} role="note" title={wide ? undefined : t('play.small')}>
      <Minimize2 size={14} strokeWidth={1.6} aria-hidden="true" />
      {t(wide ? 'play.small' : 'play.smallShort')}
    </span>
  );
}

/** Chip of a phone that does not keep up: inputs wait, or were dropped. */
export function PaceChip() {
  const { state, wide } = usePlayContext();
  if (state.inputPace === 0) return null;
  const said = paceText(state.inputPace);
  return (
    <span className={styles.chip} data-tone="warn" role="status" title={wide ? undefined : said}>
      <Hourglass size={14} strokeWidth={1.6} aria-hidden="true" />
      {wide ? said : <span className="owl-hidden-text">{said}</span>}
    </span>
  );
}

/** Chip of the clip under way: length, size, and a button that ends it. */
export function ClipChip() {
  const { t } = useTranslation();
  const { state, shots } = usePlayContext();
  if (!state.clip) return null;
  const { lengthMs, bytes } = state.clip;
  return (
    <span className={styles.chip} data-tone="err">
      <Circle size={10} fill="currentColor" aria-hidden="true" />
      <span className="owl-figures">
        {lengthMs > 0 ? `${formatClock(lengthMs)} · ${formatBytes(bytes)}` : t('play.clipWaits')}
      </span>
      <button type="button" className="owl-plain-button" onClick={shots.toggleClip}>
        {t('play.clipSave')}
      </button>
    </span>
  );
}

export function IdleChip() {
  const { state, name } = usePlayContext();
  useIdleAlarm(state.idleEndsAt, name);
  return state.idleEndsAt === null ? null : <Idle endsAt={state.idleEndsAt} />;
}

function Idle({ endsAt }: { endsAt: number }) {
  const { t } = useTranslation();
  const { handle, wide } = usePlayContext();
  const time = formatClock(useCountdown(endsAt));
  return (
    <span className={styles.chip} data-tone="warn">
      <Timer size={14} strokeWidth={1.6} aria-hidden="true" />
      <span className="owl-figures">{t(wide ? 'play.idle' : 'play.idleShort', { time })}</span>
      <button type="button" className="owl-plain-button" onClick={() => handle?.stay()}>
        {t('play.stay')}
      </button>
    </span>
  );
}
