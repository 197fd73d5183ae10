// Searching the menu in the header: results below the field, their whole way from the outermost title.
import { Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Entry } from '@/app/permitted';
import { type Findable, findableOf, openFound, QUERY_MAX, searchAmong, titleOf } from './findable';
import styles from './SearchBox.module.css';
import { useListbox } from './useListbox';

interface Props {
  menu: readonly Entry[];
  onClose: () => void;
}

export default function MenuSearch({ menu, onClose }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const search = useMemo(() => searchAmong(findableOf(menu, t)), [menu, t]);
  const results = query.trim() ? search(query) : [];
  const listbox = useListbox(results, (found: Findable) => {
    openFound(found, navigate);
    onClose();
  });
  return (
    <>
      <div className={styles.field} data-open="true">
        <Search size={15} strokeWidth={1.6} aria-hidden="true" />
        <input
          {...listbox.input}
          // biome-ignore lint/a11y/noAutofocus: it stands where the member just clicked.
          autoFocus
          className={styles.input}
          value={query}
          maxLength={QUERY_MAX}
          placeholder={t('shell.search')}
          aria-label={t('shell.search')}
          onChange={(event) => {
            setQuery(event.target.value);
            listbox.restart();
          }}
          onBlur={onClose}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onClose();
            else listbox.input.onKeyDown(event);
          }}
        />
      </div>
      {query.trim() ? (
        <div className={styles.results}>
          {results.length > 0 ? (
            <div {...listbox.list(t('shell.search'))}>
              {results.map((found, index) => (
                <div key={found.path} {...listbox.option(index)} className={styles.result}>
                  {titleOf(found)}
                </div>
              ))}
            </div>
          ) : (
            <p className={styles.none} role="status">
              {t('shell.nothingFound')}
            </p>
          )}
        </div>
      ) : null}
    </>
  );
}
