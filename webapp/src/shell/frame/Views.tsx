// The page that is open, and with the tabs bar the pages behind it: hidden, their state kept, their effects stopped.
import { Activity, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { type Location, Route, Routes } from 'react-router';
import type { PermittedRoute } from '@/app/permitted';
import { useAppSelector } from '@/app/store';
import styles from './Frame.module.css';

interface Props {
  route: PermittedRoute;
  routes: readonly PermittedRoute[];
  location: Location;
  /** Whether pages behind tabs keep their state. */
  keep: boolean;
}

export function Views({ route, routes, location, keep }: Props) {
  const tabs = useAppSelector((state) => state.shell.tabs);
  const alive = useAppSelector((state) => state.shell.alive);
  const freshness = useAppSelector((state) => state.shell.freshness);
  const behind = keep ? tabs.filter(({ path }) => path !== route.path && alive.includes(path)) : [];
  const views = [
    ...behind.flatMap(({ path, search, hash }) => {
      const kept = routes.find((each) => each.path === path && each.cached);
      // A hidden page goes on seeing its own address, not that of the page before it.
      return kept ? [{ page: kept, at: { pathname: path, search, hash, state: null, key: path } }] : [];
    }),
    { page: route, at: location },
  ].sort((a, b) => a.page.path.localeCompare(b.page.path));
  return views.map(({ page, at }) => (
    <Activity key={`${page.path} ${freshness[page.path] ?? 0}`} mode={page === route ? 'visible' : 'hidden'}>
      <Routes location={at}>
        <Route path="*" element={<View page={page} />} />
      </Routes>
    </Activity>
  ));
}

function View({ page }: { page: PermittedRoute }) {
  const { t } = useTranslation();
  const { Component } = page;
  return (
    <Suspense fallback={<Coming fills={page.fills === true} label={t('common.loading')} />}>
      <Component />
    </Suspense>
  );
}

const ROWS = [1, 2, 3, 4, 5, 6];

/** The outline of a page whose code is on its way, once that takes a moment: a head over rows, or a phone on its stage beside a panel. */
function Coming({ fills, label }: { fills: boolean; label: string }) {
  return (
    <div className={styles.loading} data-fills={fills} role="status" aria-label={label}>
      {fills ? (
        <>
          <span />
          <span />
        </>
      ) : (
        ROWS.map((row) => <span key={row} />)
      )}
    </div>
  );
}
