// Before the first route is known: the page's ground, so that nothing flashes.
import { useTranslation } from 'react-i18next';
import styles from '../frame/Frame.module.css';

export function Starting() {
  const { t } = useTranslation();
  return <div className={styles.whole} role="status" aria-label={t('common.loading')} />;
}
