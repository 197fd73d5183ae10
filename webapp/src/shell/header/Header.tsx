// The header: where one is, and what belongs to the whole console (search, group and help centre, fullscreen, language, size, appearance, notices, the member).
import { Menu, Search } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import type { PermittedRoute } from '@/app/permitted';
import { useAppDispatch, useAppSelector } from '@/app/store';
import { useBrandName } from '@/features/branding/branding';
import { useLive } from '@/features/live/useLive';
import { useBatchEnds } from '@/features/operations/useBatchEnds';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import styles from '../frame/Frame.module.css';
import type { Item } from '../menu/menu';
import { SizeSwitch } from '../settings/SizeSwitch';
import { AppearanceSwitch, FullscreenSwitch, LanguageSwitch } from '../settings/switches';
import { overlayShown } from '../slice';
import { Contacts } from './Contacts';
import { Mark } from './Mark';
import { NoticeBadge } from './NoticeBadge';
import { SearchBox } from './SearchBox';
import { Trail } from './Trail';
import { UserMenu } from './UserMenu';

const TopMenu = lazyWithRetry(() => import('../menu/TopMenu'), 'button');

/** Where the operators' pages are. */
const OPERATORS = '/operator/';

interface Props {
  route: PermittedRoute | undefined;
  routes: readonly PermittedRoute[];
  /** The menu's top level, when it is to stand here. */
  top: { items: readonly Item[]; active: string } | null;
  wide: boolean;
  /** Whether the sidebar is wide; null when there is none to change. */
  open: boolean | null;
  /** The hamburger: changes the sidebar, or opens the drawer that replaces it. */
  onMenu: () => void;
}

export function Header(props: Props) {
  // The account's sockets live as long as the header.
  useLive();
  useBatchEnds();
  return props.wide ? <WideHeader {...props} /> : <NarrowHeader {...props} />;
}

function Hamburger({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className={`owl-plain-button ${styles.tool}`} aria-label={label} onClick={onClick}>
      <Menu size={18} strokeWidth={1.6} aria-hidden="true" />
    </button>
  );
}

function NarrowHeader({ route, routes, onMenu }: Props) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const trail = useAppSelector((state) => state.shell.trail);
  return (
    <header className={styles.header} data-wide="false">
      <Hamburger label={t('shell.menu')} onClick={onMenu} />
      <div className={styles.title}>
        <Mark size={24} />
        <span>{trail ?? (route ? t(route.titleKey) : '')}</span>
      </div>
      <div className={styles.grow} />
      <button
        type="button"
        className={`owl-plain-button ${styles.tool}`}
        aria-label={t('shell.search')}
        onClick={() => dispatch(overlayShown('palette'))}
      >
        <Search size={20} strokeWidth={1.6} aria-hidden="true" />
      </button>
      <NoticeBadge routes={routes} />
    </header>
  );
}

function WideHeader({ route, routes, top, open, onMenu }: Props) {
  const { t } = useTranslation();
  const name = useBrandName();
  const trail = useAppSelector((state) => state.shell.trail);
  return (
    <header className={styles.header} data-wide="true">
      {open === null ? null : <Hamburger label={t(open ? 'shell.narrow' : 'shell.widen')} onClick={onMenu} />}
      {top ? (
        <Suspense fallback={null}>
          <Link to={paths.home} className={styles.logo} aria-label={name}>
            <Mark size={26} />
          </Link>
          <TopMenu items={top.items} active={top.active} />
        </Suspense>
      ) : (
        <Trail route={route} own={trail} />
      )}
      <div className={styles.grow} />
      <div className={styles.tools}>
        <SearchBox />
        <Contacts members={!route?.path.startsWith(OPERATORS)} />
        <FullscreenSwitch />
        <LanguageSwitch />
        <SizeSwitch />
        <AppearanceSwitch />
        <NoticeBadge routes={routes} />
        <UserMenu routes={routes} />
      </div>
    </header>
  );
}
