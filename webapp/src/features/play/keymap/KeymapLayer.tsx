// The mapped keys on the picture, where their fingers go; and, while one is being placed, the surface that takes its place.
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlayContext } from '../PlayContext';
import styles from './Keymap.module.css';
import { keyName } from './keymap';

export function KeymapLayer() {
  const { t } = useTranslation();
  const { keymapping } = usePlayContext();
  const { chosen, inForce, placing } = keymapping;
  if (!inForce && placing === null) return null;
  const marks = (placing === null ? inForce : chosen)?.points.map(({ code, x, y }) => (
    <span key={code} className={styles.mark} style={{ left: `${x * 100}%`, top: `${y * 100}%` }}>
      {keyName(code)}
    </span>
  ));
  if (placing === null) {
    return (
      <div className={styles.layer} aria-hidden="true">
        {marks}
      </div>
    );
  }
  const place = (event: MouseEvent<HTMLButtonElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    // By keyboard it goes to the middle.
    const [x, y] =
      event.detail === 0
        ? [0.5, 0.5]
        : [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    keymapping.place(Math.min(1, Math.max(0, x)), Math.min(1, Math.max(0, y)));
  };
  return (
    <button
      type="button"
      className={`owl-plain-button ${styles.layer}`}
      data-placing
      aria-label={t('play.keymap.place', { key: keyName(placing) })}
      onClick={place}
    >
      {marks}
      <span className={styles.ask}>{t('play.keymap.place', { key: keyName(placing) })}</span>
    </button>
  );
}
