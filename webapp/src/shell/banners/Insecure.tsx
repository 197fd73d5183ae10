// A line over the page while it came over plain http: what is typed and shown can be read on the way. It leads to what else follows.
import { LockOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import styles from './Banners.module.css';

/** Nothing where the browser trusts the way: https, or this very machine. */
export function Insecure() {
  const { t } = useTranslation();
  if (window.isSecureContext !== false) return null;
  return (
    <p className={styles.banner} data-tone="warn">
      <LockOpen size={16} strokeWidth={1.6} aria-hidden="true" />
      {t('switches.insecure')}
      {/* In a tab of its own: a phone that is open, or a form that is half filled in, stays. */}
      <Link to={paths.browser} target="_blank" rel="noopener">
        {t('switches.browser')}
      </Link>
    </p>
  );
}
