// The header's search: a field's look until somebody wants it, by click or "/"; only then the search itself is loaded.
import { Search } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entry } from '@/app/permitted';
import { later } from '@/ui/later';
import { isWriting } from './keys';
import styles from './SearchBox.module.css';

const MenuSearch = later(() => import('./MenuSearch'), 'over');

export function SearchBox({ menu }: { menu: readonly Entry[] }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isWriting(event)) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  const closed = (
    <button type="button" className={`owl-plain-button ${styles.field}`} onClick={() => setOpen(true)}>
      <Search size={15} strokeWidth={1.6} aria-hidden="true" />
      <span className={styles.words}>{t('shell.search')}</span>
      <span className={styles.key} aria-hidden="true">
        /
      </span>
    </button>
  );
  return (
    <div className={styles.box}>
      {open ? (
        <Suspense fallback={closed}>
          <MenuSearch menu={menu} onClose={() => setOpen(false)} />
        </Suspense>
      ) : (
        closed
      )}
    </div>
  );
}
