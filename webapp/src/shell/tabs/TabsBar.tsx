// The tabs bar: the visited views, with refresh and the ways of closing, each also in a tab's context menu. Middle click closes.
import { Dropdown, type MenuProps, Tooltip } from 'antd';
import { ChevronDown, Pin, RotateCw, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import type { PermittedRoute } from '@/app/permitted';
import { useAppDispatch, useAppSelector } from '@/app/store';
import { scrollTo } from '../scroll';
import { viewsClosed } from '../slice';
import styles from './TabsBar.module.css';
import { addressOf, type Closing, close, leadsTo, type Tab } from './tabs';

/** Width of a context menu. */
export const CONTEXT_MENU_PX = 105;
/** Space that stays visible beside a tab that is scrolled into view. */
const PADDING_PX = 4;
const WHEEL_SHARE = 4;
const MIDDLE = 1;
const LINE_PX = 40;

const closings: readonly Closing[] = ['current', 'others', 'right', 'all'];

/** Distance by which a turn of the wheel moves the strip: its delta divided by 4. */
export const wheelStep = ({ deltaX, deltaY, deltaMode }: Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode'>): number =>
  ((deltaY || deltaX) * (deltaMode === 1 ? LINE_PX : 1)) / WHEEL_SHARE;

export default function TabsBar({ routes, path }: { routes: readonly PermittedRoute[]; path: string }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const tabs = useAppSelector((state) => state.shell.tabs);

  const nameOf = (tab: Tab): string => {
    const route = routes.find((each) => each.path === tab.path);
    return tab.title ?? (route ? t(route.titleKey) : tab.path);
  };
  const onRefresh = (tab: Tab) => void navigate(paths.redirect + addressOf(tab), { replace: tab.path === path });
  const onClose = (from: string, which: Closing) => {
    const next = leadsTo(close(tabs, from, which), from, path, paths.home);
    dispatch(viewsClosed({ path: from, which }));
    if (next !== null) void navigate(next);
  };
  const pane = useStrip(path, tabs.length, (from) => onClose(from, 'current'));
  const menuOf = (tab: Tab): MenuProps => ({
    items: [
      { key: 'refresh', label: t('shell.tab.refresh'), onClick: () => onRefresh(tab) },
      ...closings.map((which) => ({
        key: which,
        label: t(`shell.tab.${which}`),
        disabled: close(tabs, tab.path, which).length === tabs.length,
        onClick: () => onClose(tab.path, which),
      })),
    ],
  });
  const current = tabs.find((tab) => tab.path === path);

  return (
    <nav className={styles.bar} aria-label={t('shell.tabs')}>
      <div ref={pane} className={styles.pane}>
        <ul>
          {tabs.map((tab) => (
            <li key={tab.path}>
              <TabView
                tab={tab}
                name={nameOf(tab)}
                open={tab.path === path}
                menu={menuOf(tab)}
                onClose={() => onClose(tab.path, 'current')}
              />
            </li>
          ))}
        </ul>
      </div>
      {current ? (
        <div className={styles.tools}>
          <Tooltip title={t('shell.tab.refresh')}>
            <button
              type="button"
              className={`owl-plain-button ${styles.tool}`}
              aria-label={t('shell.tab.refresh')}
              onClick={() => onRefresh(current)}
            >
              <RotateCw size={15} strokeWidth={1.6} aria-hidden="true" />
            </button>
          </Tooltip>
          <Dropdown menu={menuOf(current)} trigger={['click']} placement="bottomRight" styles={MENU}>
            <button type="button" className={`owl-plain-button ${styles.tool}`} aria-label={t('shell.tab.menu')}>
              <ChevronDown size={15} strokeWidth={1.6} aria-hidden="true" />
            </button>
          </Dropdown>
        </div>
      ) : null}
    </nav>
  );
}

const MENU = { root: { width: CONTEXT_MENU_PX, minWidth: CONTEXT_MENU_PX } };

interface TabProps {
  tab: Tab;
  name: string;
  open: boolean;
  menu: MenuProps;
  onClose: () => void;
}

function TabView({ tab, name, open, menu, onClose }: TabProps) {
  const { t } = useTranslation();
  return (
    <Dropdown menu={menu} trigger={['contextMenu']} styles={MENU}>
      <span className={styles.tab} data-open={open} data-closes={tab.pinned ? undefined : tab.path}>
        {tab.pinned ? <Pin size={13} strokeWidth={1.6} aria-hidden="true" /> : null}
        <Link to={addressOf(tab)} aria-current={open ? 'page' : undefined} title={name}>
          {name}
        </Link>
        {tab.pinned ? null : (
          <button
            type="button"
            className={`owl-plain-button ${styles.close}`}
            aria-label={t('shell.tab.close', { name })}
            onClick={onClose}
          >
            <X size={14} strokeWidth={1.6} aria-hidden="true" />
          </button>
        )}
      </span>
    </Dropdown>
  );
}

/** The strip of tabs: the wheel moves it, a middle click closes, and the open tab comes into view. */
function useStrip(path: string, count: number, onMiddle: (path: string) => void) {
  const pane = useRef<HTMLDivElement>(null);
  const close = useRef(onMiddle);
  close.current = onMiddle;
  useEffect(() => {
    const strip = pane.current;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      if (strip) strip.scrollLeft += wheelStep(event);
    };
    // A middle press would start the browser's scrolling, a middle click open the link once more.
    const onPress = (event: MouseEvent) => {
      if (event.button === MIDDLE) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      if (event.button !== MIDDLE || !(event.target instanceof Element)) return;
      event.preventDefault();
      const closes = event.target.closest<HTMLElement>('[data-closes]')?.dataset.closes;
      if (closes) close.current(closes);
    };
    const listening = new AbortController();
    strip?.addEventListener('wheel', onWheel, { passive: false, signal: listening.signal });
    strip?.addEventListener('mousedown', onPress, { signal: listening.signal });
    strip?.addEventListener('auxclick', onClick, { signal: listening.signal });
    return () => listening.abort();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another tab is open; a new page's tab comes a moment after the page.
  useLayoutEffect(() => {
    const strip = pane.current;
    const tab = strip?.querySelector<HTMLElement>('[data-open="true"]')?.parentElement;
    if (!strip || !tab) return;
    const [from, to] = [tab.offsetLeft - PADDING_PX, tab.offsetLeft + tab.offsetWidth + PADDING_PX];
    if (from < strip.scrollLeft) scrollTo(strip, 'scrollLeft', Math.max(0, from));
    else if (to > strip.scrollLeft + strip.clientWidth) scrollTo(strip, 'scrollLeft', to - strip.clientWidth);
  }, [path, count]);
  return pane;
}
