// Names that a search for several did not find. Such a search compares whole names and ids; a click on a name searches for it as a part of one.
import { useTranslation } from 'react-i18next';
import styles from './ListPage.module.css';

interface Props {
  names: readonly string[];
  onSearch: (keyword: string) => void;
}

export default function NotFound({ names, onSearch }: Props) {
  const { t } = useTranslation();
  return (
    <p className={styles.note} role="status">
      {t('list.notFound', { n: names.length })}
      {names.map((name, at) => (
        <span key={name}>
          {at > 0 ? t('actions.comma') : ''}
          <button
            type="button"
            className="owl-plain-button"
            aria-label={t('list.searchPartOf', { name })}
            onClick={() => onSearch(name)}
          >
            <bdi>{name}</bdi>
          </button>
        </span>
      ))}
      <span className={styles.part}>{t('list.searchPart')}</span>
    </p>
  );
}
