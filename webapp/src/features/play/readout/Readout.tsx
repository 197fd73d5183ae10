// Readout of the stream: delay, frames, bitrate, each with its last half minute; drops; picture size and decoder. Before the first picture, how far
// the session has come.
import { useTranslation } from 'react-i18next';
import { Sparkline } from '@/ui/charts/Sparkline';
import { Eyes } from '@/ui/Eyes';
import { useWidth } from '@/ui/useWidth';
import { usePlayContext } from '../PlayContext';
import { HISTORY, type Stats } from '../session/playState';
import { Decoding } from './Decoding';
import { decoderWhy, type Figure, figures, isStill } from './figures';
import { QualityChoice } from './QualityChoice';
import styles from './Readout.module.css';

/** Width below which the choice of quality is a select. */
const FOLD = 640;

/** Readout of the stream. `short` is for a narrow column: with labels, and without figures that are mostly zero. */
export function Readout({ short = false }: { short?: boolean }) {
  const { state, wide } = usePlayContext();
  const now = state.stats.at(-1);
  const [place, width] = useWidth<HTMLDivElement>();
  return (
    <div ref={place} className={styles.readout} data-wide={wide}>
      <div className={styles.facts}>
        {state.phase === 'opening' ? <Opening /> : null}
        {state.phase === 'live' || state.phase === 'reconnecting' ? (
          <>
            <Live />
            {now ? <Figures now={now} short={short} /> : null}
          </>
        ) : null}
      </div>
      {wide && state.control && state.phase !== 'over' ? <QualityChoice folded={width > 0 && width < FOLD} /> : null}
    </div>
  );
}

/** Steps of an opening session: sign-in → phone → first picture. */
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

function Figures({ now, short }: { now: Stats; short: boolean }) {
  const { t } = useTranslation();
  const { wide } = usePlayContext();
  // Figures without a sparkline are mostly zero.
  const shown = short ? figures.filter(({ amount }) => amount !== null) : figures;
  return (
    <>
      {isStill(now) ? (
        <span className={styles.still}>{t('play.still')}</span>
      ) : (
        shown.map((figure) => <OneFigure key={figure.key} figure={figure} now={now} labelled={wide || short} />)
      )}
      {wide ? (
        <span className={styles.decoder} data-decoder={now.decoder} title={t(decoderWhy(now.decoder))}>
          <Decoding now={now} />
        </span>
      ) : null}
    </>
  );
}

function OneFigure({ figure, now, labelled }: { figure: Figure; now: Stats; labelled: boolean }) {
  const { t } = useTranslation();
  const { state, wide } = usePlayContext();
  const { amount } = figure;
  return (
    <span className={styles.figure} data-figure={figure.key} data-tone={figure.tone(now)}>
      <span className={labelled ? styles.label : 'owl-hidden-text'}>{t(`play.${figure.key}`)}</span>
      <b className="owl-figures">{figure.value(now)}</b>
      <small>{figure.unit ?? t('play.dropsUnit')}</small>
      {wide && amount ? <Sparkline values={state.stats.map(amount)} length={HISTORY} /> : null}
    </span>
  );
}
