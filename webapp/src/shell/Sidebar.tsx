// The sidebar: icon over label for each page the member may open, dark in both themes; narrow it shows icons with tooltips.
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { paths } from '@/app/paths';
import type { PermittedRoute } from '@/app/permitted';
import { useAppSelector } from '@/app/store';
import { pictureAddress, useBrandName, useGetBrandingQuery } from '@/features/branding/branding';
import { Owl } from '@/ui/Owl';
import styles from './Frame.module.css';

export function Sidebar({ routes }: { routes: PermittedRoute[] }) {
  const { t } = useTranslation();
  const open = useAppSelector((state) => state.shell.sidebarOpen);
  const name = useBrandName();
  const logo = pictureAddress(useGetBrandingQuery().data?.main);
  const { pathname } = useLocation();
  // A page without an entry (a phone on its stage) was reached from the home page.
  const here = routes.some((route) => route.path === pathname && !route.hidden) ? pathname : paths.home;
  return (
    <div className={styles.sidebar} data-open={open}>
      <Link to={paths.home} className={styles.mark} aria-label={name}>
        {logo ? <img src={logo} alt="" /> : <Owl size={30} />}
      </Link>
      <nav aria-label={t('shell.navigation')} style={{ width: '100%' }}>
        <ul className={styles.entries}>
          {routes
            .filter((route) => !route.hidden)
            .map(({ path, titleKey, icon: Icon }) => (
              <li key={path}>
                <Tooltip title={open ? '' : t(titleKey)} placement="right">
                  <Link to={path} className={styles.entry} aria-current={path === here ? 'page' : undefined}>
                    <Icon size={20} strokeWidth={1.6} aria-hidden="true" />
                    <span className={styles.label}>{t(titleKey)}</span>
                  </Link>
                </Tooltip>
              </li>
            ))}
        </ul>
      </nav>
    </div>
  );
}
