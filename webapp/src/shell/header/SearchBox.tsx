// The header's search: looks like a field and opens the palette.
import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAppDispatch } from '@/app/store';
import { overlayShown } from '../slice';
import styles from './SearchBox.module.css';

export function SearchBox() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  return (
    <button
      type="button"
      className={`owl-plain-button ${styles.field}`}
      aria-haspopup="dialog"
      aria-keyshortcuts="/ Control+K Meta+K"
      onClick={() => dispatch(overlayShown('palette'))}
    >
      <Search size={15} strokeWidth={1.6} aria-hidden="true" />
      <span className={styles.words}>{t('shell.search')}</span>
      <span className={styles.key} aria-hidden="true">
        /
      </span>
    </button>
  );
}
