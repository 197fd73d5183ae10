// The drawer of the phone layout: the member, the pages, and what the desktop's header holds.
import { LogOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import type { PermittedRoute } from '@/app/permitted';
import styles from './Frame.module.css';
import { AppearanceSwitch, LanguageSwitch } from './switches';
import { useSignOut, Who } from './UserMenu';

export function PhoneMenu({ routes }: { routes: PermittedRoute[] }) {
  const { t } = useTranslation();
  const onSignOut = useSignOut();
  return (
    <>
      <div className={styles.menuUser}>
        <Who />
      </div>
      <nav aria-label={t('shell.navigation')}>
        <ul className={styles.menuList}>
          {routes
            .filter((route) => !route.hidden)
            .map(({ path, titleKey, icon: Icon }) => (
              <li key={path}>
                <NavLink to={path} className={styles.menuItem}>
                  <Icon size={18} strokeWidth={1.6} aria-hidden="true" />
                  {t(titleKey)}
                </NavLink>
              </li>
            ))}
        </ul>
      </nav>
      <ul className={styles.menuList}>
        <li className={styles.menuItem}>
          <LanguageSwitch labelled />
        </li>
        <li className={styles.menuItem}>
          <AppearanceSwitch labelled />
        </li>
        <li>
          <button type="button" className={`owl-plain-button ${styles.menuItem}`} onClick={onSignOut}>
            <LogOut size={18} strokeWidth={1.6} aria-hidden="true" />
            {t('session.signOut')}
          </button>
        </li>
      </ul>
    </>
  );
}
