// What the stage says at its top right: only watching, shown by screenshots, or about to end because nobody touched it.
import { Camera, Timer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Eyes } from '@/ui/Eyes';
import { useNow } from '@/ui/useNow';
import styles from './PlayPage.module.css';

export function ViewOnlyChip() {
  const { t } = useTranslation();
  return (
    <span className={styles.viewOnly}>
      <Eyes look="half" />
      {t('play.viewOnly')}
    </span>
  );
}

/** `control`: says what cannot be done, too. */
export function StillsChip({ control, wide }: { control: boolean; wide: boolean }) {
  const { t } = useTranslation();
  const said = t(control ? 'play.stillsControl' : 'play.stills');
  return (
    <span className={styles.viewOnly} role="note" title={wide ? undefined : said}>
      <Camera size={14} strokeWidth={1.6} aria-hidden="true" />
      {wide ? said : t('play.stillsShort')}
    </span>
  );
}

interface IdleProps {
  /** Unix ms. */
  endsAt: number;
  wide: boolean;
  onStay: () => void;
}

export function IdleChip({ endsAt, wide, onStay }: IdleProps) {
  const { t } = useTranslation();
  const seconds = Math.max(0, Math.ceil((endsAt - useNow(500)) / 1000));
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <span className={styles.idle}>
      <Timer size={14} strokeWidth={1.6} aria-hidden="true" />
      <span className="owl-figures">{t(wide ? 'play.idle' : 'play.idleShort', { time })}</span>
      <button type="button" className="owl-plain-button" onClick={onStay}>
        {t('play.stay')}
      </button>
    </span>
  );
}
