// The frame around every page behind the sign-in: sidebar, header and tabs on a desk, a header with a drawer on a phone.
import { Settings2 } from 'lucide-react';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { isRefusal } from '@/app/guard';
import { matchRoute } from '@/app/matchRoute';
import { paths } from '@/app/paths';
import { readRouters } from '@/app/permitted';
import { useAppDispatch, useAppSelector } from '@/app/store';
import { getView, isSignedIn } from '@/core/session';
import { useLoadStatusWords } from '@/core/statusWords';
import HeaderLine from '@/features/notices/HeaderLine';
import Popups from '@/features/notices/Popups';
import { useGetInfoQuery, useGetRoutersQuery } from '@/features/session/api';
import { ClipToShare } from '@/features/sharing/links/ClipToShare';
import { usePageViews } from '@/features/tracking/pageViews';
import { withWords } from '@/i18n';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { RightsProvider } from '@/ui/rights/Gate';
import { useWide } from '@/ui/useWide';
import { Banners } from '../banners/Banners';
import { Header } from '../header/Header';
import { activePath, holds, isRemembered, itemsOf } from '../menu/menu';
import { Sidebar } from '../menu/Sidebar';
import { useColumn } from '../menu/useColumn';
import { PAGE_SCROLLER, usePageTop } from '../scroll';
import { itemChosen, overlayShown, sidebarToggled, trailSet } from '../slice';
import { Refused } from '../states/Refused';
import { useVisits } from '../tabs/useVisits';
import { Bare } from './Bare';
import styles from './Frame.module.css';
import { Overlays } from './Overlays';
import { Views } from './Views';

// Parts that the usual desk does not show are loaded where they are shown.
const PhoneMenu = lazyWithRetry(() => import('../menu/PhoneMenu'), 'over');
const SideColumn = lazyWithRetry(() => import('../menu/SideColumn'), 'quiet');
const SideDrawer = lazyWithRetry(() => import('../menu/SideDrawer'), 'over');
const TabsBar = lazyWithRetry(() => import('../tabs/TabsBar'), 'button');
const ViewBand = lazyWithRetry(() => withWords(['viewAs'], () => import('@/features/session/ViewBand')), 'quiet');

/** The rail's width, wide and narrow. */
const RAIL_PX = { wide: 81, narrow: 48 } as const;
/** Where the handle of the settings drawer stands, from the top of the window. */
const HANDLE_TOP_PX = 250;
const NOBODY = { permissions: [], roles: [] };

/** Content of every address behind the guard: the frame, or for a visitor who is not signed in the refusal alone. */
export function Entered() {
  const { pathname } = useLocation();
  return isRefusal(pathname) && !isSignedIn() ? <Refused at={pathname} /> : <Frame />;
}

export function Frame() {
  const { t } = useTranslation();
  const wide = useWide();
  const dispatch = useAppDispatch();
  const location = useLocation();
  const { pathname, search } = location;
  const { data } = useGetRoutersQuery();
  const { data: rights = NOBODY } = useGetInfoQuery();
  const access = useMemo(() => readRouters(data), [data]);
  const found = matchRoute(access, pathname);
  const route = found.kind === 'page' ? found.route : undefined;
  const { routes, menu } = access;
  const view = getView();

  const layout = useAppSelector((state) => state.shell.layout);
  const remembered = useAppSelector((state) => state.shell.activeItem);
  const items = useMemo(() => itemsOf(menu), [menu]);
  // A page that is refused is nobody's: no entry leads to it.
  const active = isRefusal(pathname) ? '' : activePath(items, pathname, route?.marks ?? null, remembered);
  const topped = wide && layout.topNav;
  // With the menu's top level in the header, the sidebar holds what is below the active item, if there is anything.
  const beside = topped ? (items.find((item) => holds(item, active))?.children ?? []) : items;
  // Not where the sidebar holds these pages itself.
  const group =
    wide && !topped
      ? items.find((item) => item.children.length > 0 && holds(item, route?.marks ?? pathname))
      : undefined;
  const sidebar = useSidebar(route?.fills === true, pathname);
  const standing = wide && (!topped || beside.length > 0);
  const column = useColumn(group, pathname);
  // The hamburger moves what stands next to the page.
  const next = group ? column : sidebar;
  const [menuOpen, setMenuOpen] = useState(false);
  const scroller = usePageTop(location);

  useLoadStatusWords();
  useVisits(access, route?.bare ? undefined : route, location);
  // A change of the phone on the stage is a change of page, though the path is the same.
  usePageViews(route ? pathname : null, route ? t(route.titleKey) : '', route?.needsQuery ? search : '');

  useEffect(() => {
    if (isRemembered(items, pathname)) dispatch(itemChosen(pathname));
  }, [items, pathname, dispatch]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the point is the change of page.
  useEffect(() => {
    setMenuOpen(false);
    return () => {
      dispatch(trailSet(null));
    };
  }, [pathname, dispatch]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each layout begins with its menu shut.
  useEffect(() => setMenuOpen(false), [wide]);

  const band = view ? (
    <Suspense fallback={null}>
      <ViewBand key={view.viewId} view={view} />
    </Suspense>
  ) : null;
  if (route?.bare) {
    return (
      <RightsProvider value={rights}>
        {band}
        <Bare>
          <Views route={route} routes={routes} location={location} keep={false} />
        </Bare>
        <ClipToShare />
      </RightsProvider>
    );
  }
  const tabbed = wide && layout.tagsView;
  const fixed = !wide || layout.fixedHeader || route?.fills === true;
  return (
    <RightsProvider value={rights}>
      {band}
      <div className={styles.frame} data-viewed={view !== null}>
        <a className="owl-skip" href="#main">
          {t('shell.skip')}
        </a>
        {standing ? (
          <Sidebar
            items={beside}
            active={active}
            open={sidebar.open}
            hasAccount={routes.some(({ path }) => path === paths.account)}
            onToggle={sidebar.toggle}
            onGroup={topped ? undefined : column.show}
          />
        ) : null}
        {group && column.stands ? (
          <Suspense fallback={null}>
            <SideColumn group={group} active={active} />
          </Suspense>
        ) : null}
        {wide && column.drawn ? (
          <Suspense fallback={null}>
            <SideDrawer
              group={column.drawn}
              active={active}
              open={column.open}
              left={sidebar.open ? RAIL_PX.wide : RAIL_PX.narrow}
              onClose={column.close}
            />
          </Suspense>
        ) : null}
        <Popups />
        <ClipToShare />
        <div id={PAGE_SCROLLER} ref={scroller} className={styles.column} data-tabbed={tabbed && route !== undefined}>
          <Banners />
          <div className={styles.top} data-fixed={fixed}>
            {view ? null : <HeaderLine />}
            <Header
              route={route}
              routes={routes}
              top={topped ? { items, active } : null}
              wide={wide}
              open={wide && !standing ? null : next.open}
              onMenu={wide ? next.toggle : () => setMenuOpen(true)}
            />
            {tabbed && route ? (
              <Suspense fallback={<div className={styles.tabsRoom} />}>
                <TabsBar routes={routes} path={pathname} />
              </Suspense>
            ) : null}
          </div>
          <main id="main" className={styles.main} data-fills={route?.fills === true} tabIndex={-1}>
            <Suspense fallback={null}>
              {route ? (
                <Views route={route} routes={routes} location={location} keep={tabbed} />
              ) : isRefusal(pathname) ? (
                <Refused key={pathname} at={pathname} framed />
              ) : null}
            </Suspense>
          </main>
        </div>
        {wide && layout.showSettings && route?.fills !== true ? (
          <button
            type="button"
            className={`owl-plain-button ${styles.handle}`}
            style={{ top: HANDLE_TOP_PX }}
            aria-label={t('shell.layout')}
            onClick={() => dispatch(overlayShown('settings'))}
          >
            <Settings2 size={16} strokeWidth={1.6} aria-hidden="true" />
          </button>
        ) : null}
        {wide ? null : (
          <Suspense fallback={null}>
            <PhoneMenu
              open={menuOpen}
              items={items}
              routes={routes}
              active={active}
              onDone={() => setMenuOpen(false)}
            />
          </Suspense>
        )}
        <Overlays menu={menu} routes={routes} sidebar={standing ? sidebar : null} />
      </div>
    </RightsProvider>
  );
}

/** The sidebar's width: as chosen, but narrow while a page wants the room; widened there, it is so until the page is left. */
function useSidebar(narrowed: boolean, pathname: string) {
  const dispatch = useAppDispatch();
  const chosen = useAppSelector((state) => state.shell.sidebarOpen);
  const [widened, setWidened] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page begins narrow.
  useEffect(() => setWidened(false), [pathname]);
  return {
    open: narrowed ? widened : chosen,
    toggle: () => {
      if (narrowed) setWidened((was) => !was);
      else dispatch(sidebarToggled());
    },
  };
}
