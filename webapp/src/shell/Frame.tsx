// The frame around every page behind the sign-in: sidebar and header on a desk, a header with a drawer on a phone.
import { Drawer } from 'antd';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { permittedRoutes } from '@/app/permitted';
import { useAppDispatch } from '@/app/store';
import { useGetRoutersQuery } from '@/features/session/api';
import { useWide } from '@/ui/useWide';
import styles from './Frame.module.css';
import { Header } from './Header';
import { PhoneMenu } from './PhoneMenu';
import { Sidebar } from './Sidebar';
import { trailSet } from './slice';

export function Frame() {
  const { t } = useTranslation();
  const wide = useWide();
  const dispatch = useAppDispatch();
  const { pathname } = useLocation();
  const { data } = useGetRoutersQuery();
  const routes = useMemo(() => permittedRoutes(data), [data]);
  const route = routes.find((each) => each.path === pathname);
  const [menuOpen, setMenuOpen] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the point is the change of page.
  useEffect(() => {
    setMenuOpen(false);
    return () => {
      dispatch(trailSet(null));
    };
  }, [pathname, dispatch]);

  return (
    <div className={styles.frame}>
      <a className="owl-skip" href="#main">
        {t('shell.skip')}
      </a>
      {wide ? <Sidebar routes={routes} /> : null}
      <div className={styles.column}>
        <Header route={route} wide={wide} onMenu={() => setMenuOpen(true)} />
        <main id="main" className={styles.main} tabIndex={-1}>
          <Suspense fallback={<div className={styles.loading} role="status" aria-label={t('common.loading')} />}>
            {route ? <route.Component /> : null}
          </Suspense>
        </main>
      </div>
      {wide ? null : (
        <Drawer
          open={menuOpen}
          onClose={() => setMenuOpen(false)}
          placement="left"
          size={264}
          title={t('shell.menu')}
          destroyOnHidden
        >
          <PhoneMenu routes={routes} />
        </Drawer>
      )}
    </div>
  );
}
