// The sidebar: icon over label for each item of the menu, narrow it shows icons with tooltips. At its foot feedback, the settings and the hamburger.
import { Dropdown, Tooltip } from 'antd';
import { Menu, MessageSquareText, Settings } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import { titleText } from '@/app/permitted';
import { useAppDispatch, useAppSelector } from '@/app/store';
import { useBrandName } from '@/features/branding/branding';
import { Mark } from '../header/Mark';
import { overlayShown } from '../slice';
import { Figure } from './Figure';
import { holds, type Item, strokeOf, targetOf } from './menu';
import styles from './Sidebar.module.css';

interface Props {
  items: readonly Item[];
  /** The path of the item to highlight. */
  active: string;
  open: boolean;
  /** Whether the member has an account page. */
  hasAccount: boolean;
  onToggle: () => void;
  /** Opens the pages of a group beside the sidebar; undefined: they drop down where they are. */
  onGroup: ((item: Item) => void) | undefined;
}

export function Sidebar({ items, active, open, hasAccount, onToggle, onGroup }: Props) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const name = useBrandName();
  const { sidebarLogo, sideTheme } = useAppSelector((state) => state.shell.layout);
  const fold = t(open ? 'shell.foldMenu' : 'shell.unfoldMenu');
  return (
    <div className={styles.sidebar} data-open={open} data-side={sideTheme}>
      {sidebarLogo ? (
        <Link to={paths.home} className={styles.mark} aria-label={name}>
          <Mark size={30} />
        </Link>
      ) : null}
      <nav className={styles.nav} aria-label={t('shell.navigation')}>
        <ul className={styles.entries}>
          {items.map((item) => (
            <li key={item.entry.to}>
              <MenuEntry item={item} open={open} active={active} onGroup={onGroup} />
            </li>
          ))}
        </ul>
      </nav>
      <ul className={styles.entries}>
        <li>
          <Labelled open={open} label={t('feedback.title')}>
            <button
              type="button"
              className={`owl-plain-button ${styles.entry}`}
              aria-label={t('feedback.title')}
              aria-haspopup="dialog"
              onClick={() => dispatch(overlayShown('feedback'))}
            >
              <MessageSquareText size={20} strokeWidth={1.6} aria-hidden="true" />
              <span className={styles.label}>{t('feedback.title')}</span>
            </button>
          </Labelled>
        </li>
        {hasAccount ? (
          <li>
            <Labelled open={open} label={t('shell.settings')}>
              <Link
                to={paths.account}
                className={styles.entry}
                aria-label={t('shell.settings')}
                aria-current={active === paths.account ? 'page' : undefined}
                data-active={active === paths.account}
              >
                <Settings size={20} strokeWidth={strokeOf(active === paths.account)} aria-hidden="true" />
                <span className={styles.label}>{t('shell.settings')}</span>
              </Link>
            </Labelled>
          </li>
        ) : null}
        <li>
          <Tooltip title={fold} placement="right">
            <button
              type="button"
              className={`owl-plain-button ${styles.entry}`}
              aria-label={fold}
              aria-expanded={open}
              onClick={onToggle}
            >
              <Menu size={18} strokeWidth={1.6} aria-hidden="true" />
            </button>
          </Tooltip>
        </li>
      </ul>
    </div>
  );
}

function Labelled({ open, label, children }: { open: boolean; label: string; children: React.ReactElement }) {
  return (
    <Tooltip title={open ? '' : label} placement="right">
      {children}
    </Tooltip>
  );
}

interface EntryProps {
  item: Item;
  open: boolean;
  active: string;
  onGroup: Props['onGroup'];
}

function MenuEntry({ item, open, active, onGroup }: EntryProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { entry, children } = item;
  const here = holds(item, active);
  const Icon = entry.icon;
  const title = titleText(entry.title, t);
  const inside = (
    <>
      <Icon size={20} strokeWidth={strokeOf(here)} aria-hidden="true" />
      <span className={styles.label}>{title}</span>
    </>
  );
  if (children.length > 0 && onGroup) {
    return (
      <Labelled open={open} label={title}>
        <button
          type="button"
          className={`owl-plain-button ${styles.entry}`}
          data-active={here}
          onClick={() => onGroup(item)}
        >
          {inside}
        </button>
      </Labelled>
    );
  }
  if (children.length > 0) {
    const choices = children.map((child) => ({
      key: child.entry.to,
      label: titleText(child.entry.title, t),
      extra: <Figure path={child.entry.to} />,
      onClick: () => openItem(child, navigate),
    }));
    return (
      <Dropdown menu={{ items: choices, selectedKeys: [active] }} trigger={['click']} placement="bottomRight">
        <button type="button" className={`owl-plain-button ${styles.entry}`} data-active={here} aria-haspopup="menu">
          {inside}
        </button>
      </Dropdown>
    );
  }
  return (
    <Labelled open={open} label={title}>
      {entry.kind === 'elsewhere' ? (
        <a href={entry.to} className={styles.entry} target="_blank" rel="noopener noreferrer">
          {inside}
        </a>
      ) : (
        <Link to={entry.to} className={styles.entry} aria-current={here ? 'page' : undefined} data-active={here}>
          {inside}
        </Link>
      )}
    </Labelled>
  );
}

/** Opens what an item stands for: an address outside in a tab of its own. */
export function openItem(item: Item, navigate: (path: string) => unknown): void {
  if (item.entry.kind === 'elsewhere') window.open(item.entry.to, '_blank', 'noopener,noreferrer');
  else void navigate(targetOf(item));
}
