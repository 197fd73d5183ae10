// The header: where one is, and what belongs to the whole console (fullscreen, language, appearance, the member).
import { Breadcrumb } from 'antd';
import { Menu } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import type { PermittedRoute } from '@/app/permitted';
import { useAppDispatch, useAppSelector } from '@/app/store';
import { Owl } from '@/ui/Owl';
import styles from './Frame.module.css';
import { sidebarToggled } from './slice';
import { AppearanceSwitch, FullscreenSwitch, LanguageSwitch } from './switches';
import { UserMenu } from './UserMenu';

interface Props {
  route: PermittedRoute | undefined;
  wide: boolean;
  /** Opens the drawer that replaces the sidebar. */
  onMenu: () => void;
}

export function Header({ route, wide, onMenu }: Props) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const open = useAppSelector((state) => state.shell.sidebarOpen);
  const trail = useAppSelector((state) => state.shell.trail);
  const title = route ? t(route.titleKey) : '';
  const menu = (
    <button
      type="button"
      className={`owl-plain-button ${styles.tool}`}
      aria-label={wide ? t(open ? 'shell.narrow' : 'shell.widen') : t('shell.menu')}
      onClick={wide ? () => dispatch(sidebarToggled()) : onMenu}
    >
      <Menu size={18} strokeWidth={1.6} />
    </button>
  );
  if (!wide) {
    return (
      <header className={styles.header} data-wide="false">
        {menu}
        <div className={styles.title}>
          <Owl size={24} />
          <span>{trail ?? title}</span>
        </div>
      </header>
    );
  }
  const home = { key: 'home', title: <Link to={paths.home}>{t('pages.phones')}</Link> };
  const here = { key: 'here', title: trail ?? title };
  return (
    <header className={styles.header} data-wide="true">
      {menu}
      <Breadcrumb items={route && route.path !== paths.home ? [home, here] : [here]} />
      <div className={styles.grow} />
      <div className={styles.tools}>
        <FullscreenSwitch />
        <LanguageSwitch />
        <AppearanceSwitch />
        <UserMenu />
      </div>
    </header>
  );
}
