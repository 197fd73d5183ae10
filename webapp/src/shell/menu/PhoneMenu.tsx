// The drawer of the phone layout: the member, the pages, and what the desktop's header holds.
import { Drawer, Segmented } from 'antd';
import { LogOut, MessageSquareText, Settings, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import { type PermittedRoute, titleText } from '@/app/permitted';
import { useAppDispatch } from '@/app/store';
import { useSignOut } from '@/features/session/useSignOut';
import styles from '../frame/Frame.module.css';
import { ContactRows } from '../header/Contacts';
import { UserName } from '../header/UserMenu';
import { AppearanceSwitch, LanguageSwitch } from '../settings/switches';
import { type Overlay, overlayShown } from '../slice';
import { Figure } from './Figure';
import { Foot } from './Foot';
import { memberPages } from './memberPages';
import { holds, type Item, strokeOf } from './menu';

interface Props {
  items: readonly Item[];
  routes: readonly PermittedRoute[];
  /** The path of the item to highlight. */
  active: string;
  onDone: () => void;
}

export default function PhoneMenu({ open, ...props }: Props & { open: boolean }) {
  const { t } = useTranslation();
  return (
    <Drawer open={open} onClose={props.onDone} placement="left" size={300} title={t('shell.menu')} destroyOnHidden>
      <Content {...props} />
    </Drawer>
  );
}

function Content({ items, routes, active, onDone }: Props) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const onSignOut = useSignOut();
  const over = (overlay: Overlay) => {
    onDone();
    dispatch(overlayShown(overlay));
  };
  const own = memberPages(routes);
  const hasAccount = routes.some(({ path }) => path === paths.account);
  const group = items.find(({ entry }) => entry.to === paths.operator);
  const [atWork, setAtWork] = useState(group !== undefined && holds(group, active));
  const who = (
    <div className={styles.menuUser}>
      <UserName />
      {group && items.length > 1 ? (
        <Segmented
          value={atWork}
          onChange={setAtWork}
          options={[
            { value: true, label: titleText(group.entry.title, t) },
            { value: false, label: t('shell.members') },
          ]}
        />
      ) : null}
    </div>
  );
  if (group && atWork) {
    return (
      <div className={styles.menuWhole}>
        {who}
        <nav className={styles.menuNav} aria-label={t('shell.navigation')}>
          <Items items={group.children} active={active} />
        </nav>
        <Foot />
      </div>
    );
  }
  return (
    <>
      {who}
      <nav aria-label={t('shell.navigation')}>
        <Items items={items.filter((item) => item !== group)} active={active} />
        {own.length > 0 || hasAccount ? (
          <ul className={styles.menuList}>
            {own.map(({ path, key, icon: Icon }) => (
              <li key={path}>
                <Link to={path} className={styles.menuItem}>
                  <Icon size={18} strokeWidth={1.6} aria-hidden="true" />
                  {t(key)}
                </Link>
              </li>
            ))}
            {hasAccount ? (
              <li>
                <Link
                  to={paths.account}
                  className={styles.menuItem}
                  aria-current={active === paths.account ? 'page' : undefined}
                >
                  <Settings size={18} strokeWidth={1.6} aria-hidden="true" />
                  {t('shell.settings')}
                </Link>
              </li>
            ) : null}
          </ul>
        ) : null}
      </nav>
      <ContactRows />
      <ul className={styles.menuList}>
        <li className={styles.menuItem}>
          <LanguageSwitch labelled />
        </li>
        <li className={styles.menuItem}>
          <AppearanceSwitch labelled />
        </li>
        <li>
          <button type="button" className={`owl-plain-button ${styles.menuItem}`} onClick={() => over('feedback')}>
            <MessageSquareText size={18} strokeWidth={1.6} aria-hidden="true" />
            {t('feedback.title')}
          </button>
        </li>
        <li>
          <button type="button" className={`owl-plain-button ${styles.menuItem}`} onClick={() => over('settings')}>
            <Settings2 size={18} strokeWidth={1.6} aria-hidden="true" />
            {t('shell.layout')}
          </button>
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

/** A level of the menu; containers are headings over their children. */
function Items({ items, active }: { items: readonly Item[]; active: string }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.menuList}>
      {items.map((item) => {
        const { entry, children } = item;
        const Icon = entry.icon;
        const here = holds(item, active);
        const inside = (
          <>
            <Icon size={18} strokeWidth={strokeOf(here)} aria-hidden="true" />
            {titleText(entry.title, t)}
            <Figure path={entry.to} />
          </>
        );
        if (children.length > 0) {
          return (
            <li key={entry.to} className={styles.menuGroup}>
              <span className={styles.menuHeading}>{titleText(entry.title, t)}</span>
              <Items items={children} active={active} />
            </li>
          );
        }
        return (
          <li key={entry.to}>
            {entry.kind === 'elsewhere' ? (
              <a href={entry.to} className={styles.menuItem} target="_blank" rel="noopener noreferrer">
                {inside}
              </a>
            ) : (
              <Link to={entry.to} className={styles.menuItem} aria-current={here ? 'page' : undefined}>
                {inside}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
