// How well the picture comes: delay, frames, bitrate, each with its last half minute; picture size and decoder. Before that, how far the session has come.
import { useTranslation } from 'react-i18next';
import { Eyes } from '@/ui/Eyes';
import { Sparkline } from '@/ui/Sparkline';
import { usePlayContext } from '../PlayContext';
import { HISTORY, type Stats } from '../session/playState';
import { decoderWhy, decoderWords, type Figure, figures } from './figures';
import { QualityChoice } from './QualityChoice';
import styles from './Readout.module.css';

export function Readout() {
  const { state, wide } = usePlayContext();
  const now = state.stats.at(-1);
  return (
    <div className={styles.readout} data-wide={wide}>
      {state.phase === 'opening' ? <Opening /> : null}
      {state.phase === 'live' || state.phase === 'reconnecting' ? (
        <>
          <Live />
          {now ? <Figures now={now} /> : null}
        </>
      ) : null}
      {wide && state.control && state.phase !== 'over' ? (
        <span className={styles.quality}>
          <QualityChoice />
        </span>
      ) : null}
    </div>
  );
}

/** Sign-in → phone → first picture. */
function Opening() {
  const { t } = useTranslation();
  const { stage } = usePlayContext().state;
  return (
    <ol className={styles.opening} role="status">
      {([0, 1, 2] as const).map((step) => (
        <li key={step} data-step={step < stage ? 'done' : step === stage ? 'now' : 'later'}>
          {t(`play.stage${step}`)}
        </li>
      ))}
    </ol>
  );
}

function Live() {
  const { t } = useTranslation();
  const { state, wide } = usePlayContext();
  const live = state.phase === 'live';
  return (
    <span className={styles.live} data-live={live}>
      <Eyes look={live && state.control ? 'open' : 'half'} width={wide ? 24 : 22} />
      {t(live ? 'play.live' : 'play.waiting')}
    </span>
  );
}

function Figures({ now }: { now: Stats }) {
  const { t } = useTranslation();
  const { wide } = usePlayContext();
  return (
    <>
      {figures.map((figure) => (
        <OneFigure key={figure.key} figure={figure} now={now} />
      ))}
      {wide ? (
        <span className={styles.decoder} title={t(decoderWhy(now.decoder))}>
          {Math.min(now.width, now.height)}p · {t(decoderWords[now.decoder])}
        </span>
      ) : null}
    </>
  );
}

function OneFigure({ figure, now }: { figure: Figure; now: Stats }) {
  const { t } = useTranslation();
  const { state, wide } = usePlayContext();
  return (
    <span className={styles.figure} data-tone={figure.tone(now)}>
      <span className={wide ? styles.label : 'owl-hidden-text'}>{t(`play.${figure.key}`)}</span>
      <b className="owl-figures">{figure.value(now)}</b>
      <small>{figure.unit}</small>
      {wide ? <Sparkline values={state.stats.map(figure.amount)} length={HISTORY} /> : null}
    </span>
  );
}
