// How well the picture comes: delay, frames, bitrate, each with its last half minute; picture size and decoder.
import { useTranslation } from 'react-i18next';
import { Eyes } from '@/ui/Eyes';
import { Sparkline } from '@/ui/Sparkline';
import styles from './PlayPage.module.css';
import { HISTORY, type PlayState, type Stats } from './playState';

type Tone = 'warn' | 'err' | undefined;

const DELAY_MS = { warn: 120, err: 250 } as const;
const FRAMES = { warn: 40, err: 20 } as const;

/** Screenshots are late by their nature. */
const delayTone = ({ decoder, delayMs }: Stats): Tone =>
  decoder === 'stills' ? undefined : delayMs > DELAY_MS.err ? 'err' : delayMs > DELAY_MS.warn ? 'warn' : undefined;

/** A phone draws only what changes: few frames are a fault only in a second in which it sent many. */
const framesTone = ({ fps, dropped }: Stats): Tone =>
  fps + dropped < FRAMES.warn ? undefined : fps < FRAMES.err ? 'err' : fps < FRAMES.warn ? 'warn' : undefined;

const decoderWords = {
  hardware: 'play.decoderHardware',
  software: 'play.decoderSoftware',
  wasm: 'play.decoderWasm',
  stills: 'play.decoderStills',
} as const satisfies Record<Stats['decoder'], string>;

interface Figure {
  key: string;
  label: string;
  value: string;
  unit: string;
  tone: Tone;
  history: number[];
}

export function Readout({ state, wide }: { state: PlayState; wide: boolean }) {
  const { t } = useTranslation();
  const { stats } = state;
  const now = stats.at(-1);
  if (state.phase === 'opening' || state.phase === 'over' || !now) {
    return (
      <div className={styles.readout} data-wide={wide}>
        {state.phase !== 'opening' ? null : (
          <ol className={styles.waiting} role="status">
            {([0, 1, 2] as const).map((step) => (
              <li key={step} data-now={step === state.stage}>
                {t(`play.stage${step}`)}
              </li>
            ))}
          </ol>
        )}
      </div>
    );
  }
  const figures: Figure[] = [
    {
      key: 'delay',
      label: t('play.delay'),
      value: String(Math.round(now.delayMs)),
      unit: 'ms',
      tone: delayTone(now),
      history: stats.map((s) => s.delayMs),
    },
    {
      key: 'frames',
      label: t('play.frames'),
      value: String(Math.round(now.fps)),
      unit: 'fps',
      tone: framesTone(now),
      history: stats.map((s) => s.fps),
    },
    {
      key: 'bitrate',
      label: t('play.bitrate'),
      value: (now.kbps / 1000).toFixed(1),
      unit: 'Mbps',
      tone: undefined,
      history: stats.map((s) => s.kbps),
    },
  ];
  const live = state.phase === 'live';
  return (
    <div className={styles.readout} data-wide={wide}>
      <span className={styles.live} data-live={live}>
        <Eyes look={live ? (state.control ? 'open' : 'half') : 'half'} width={wide ? 24 : 22} />
        {t('play.live')}
      </span>
      {figures.map(({ key, label, value, unit, tone, history }) => (
        <span key={key} className={styles.figure} data-tone={tone}>
          {wide ? (
            <span className={styles.figureLabel}>{label}</span>
          ) : (
            <span className="owl-hidden-text">{label}</span>
          )}
          <b className="owl-figures">{value}</b>
          <small>{unit}</small>
          {wide ? <Sparkline values={history} length={HISTORY} /> : null}
        </span>
      ))}
      {wide ? (
        <span className={styles.decoder}>
          {Math.min(now.width, now.height)}p · {t(decoderWords[now.decoder])}
        </span>
      ) : null}
    </div>
  );
}
