// Layer over the picture that shows the mapped keys where their fingers go, and takes the position of a key that is being placed.
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlayContext } from '../PlayContext';
import styles from './Keymap.module.css';
import { keyName } from './keymap';
import type { Placing } from './useKeymap';

/** SVG attributes of a line's end, by its number. */
const ends = ({ x, y }: { x: number; y: number }, end: '1' | '2') => ({
  [`x${end}`]: `${x * 100}%`,
  [`y${end}`]: `${y * 100}%`,
});

/** Text of the position that is asked for next. */
function wordsOf({ act, from }: Placing) {
  if (act === 'pad') return 'play.keymap.placePad' as const;
  if (act !== 'swipe') return 'play.keymap.place' as const;
  return from ? ('play.keymap.placeEnd' as const) : ('play.keymap.placeStart' as const);
}

export function KeymapLayer() {
  const { t } = useTranslation();
  const { keymapping } = usePlayContext();
  const { chosen, inForce, placing } = keymapping;
  if (!inForce && placing === null) return null;
  const points = (placing === null ? inForce : chosen)?.points ?? [];
  const marks = (
    <>
      <svg className={styles.ways} aria-hidden="true">
        {points.map((point) =>
          'from' in point ? (
            <line key={point.code} {...ends(point.from, '1')} {...ends(point, '2')} data-act={point.act} />
          ) : null,
        )}
      </svg>
      {points.map((point) => {
        // A swipe's key is drawn where the swipe begins, those of a pad where they lead.
        const { x, y } = point.act === 'swipe' ? point.from : point;
        return (
          <span
            key={point.code}
            className={styles.mark}
            data-act={point.act ?? 'tap'}
            style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
          >
            {keyName(point.code)}
          </span>
        );
      })}
    </>
  );
  if (placing === null) {
    return (
      <div className={styles.layer} aria-hidden="true">
        {marks}
      </div>
    );
  }
  const key = placing.codes.map(keyName).join(' ');
  const asked = t(wordsOf(placing), { key });
  const place = (event: MouseEvent<HTMLButtonElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    // A click by keyboard has no position: the key goes to the middle, a swipe's end above it.
    const [x, y] =
      event.detail === 0
        ? [0.5, placing.from ? 0.25 : 0.5]
        : [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    keymapping.place(Math.min(1, Math.max(0, x)), Math.min(1, Math.max(0, y)), box.width / Math.max(1, box.height));
  };
  return (
    <button
      type="button"
      className={`owl-plain-button ${styles.layer}`}
      data-placing
      aria-label={asked}
      onClick={place}
    >
      {marks}
      <span className={styles.ask}>{asked}</span>
    </button>
  );
}
