// The menu's top level in the header: as many items as a third of the window holds at 85 px each, the rest under "more".
import { Dropdown } from 'antd';
import { ChevronDown } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { titleText } from '@/app/permitted';
import { holds, type Item, targetOf } from './menu';
import { openItem } from './Sidebar';
import styles from './TopMenu.module.css';

const ITEM_PX = 85;
const SHARE = 3;

/** How many items a window of this width shows. */
export const visibleItems = (windowWidth: number): number => Math.floor(windowWidth / SHARE / ITEM_PX);

function useVisibleItems(): number {
  return useSyncExternalStore(
    (changed) => {
      window.addEventListener('resize', changed);
      return () => window.removeEventListener('resize', changed);
    },
    () => visibleItems(window.innerWidth),
  );
}

export default function TopMenu({ items, active }: { items: readonly Item[]; active: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const count = useVisibleItems();
  const rest = items.slice(count);
  return (
    <nav className={styles.menu} aria-label={t('shell.navigation')}>
      <ul>
        {items.slice(0, count).map((item) => (
          <li key={item.entry.to}>
            <TopItem item={item} here={holds(item, active)} />
          </li>
        ))}
        {rest.length > 0 ? (
          <li>
            <Dropdown
              trigger={['click']}
              menu={{
                selectedKeys: rest.filter((item) => holds(item, active)).map(({ entry }) => entry.to),
                items: rest.map((item) => ({
                  key: item.entry.to,
                  label: titleText(item.entry.title, t),
                  onClick: () => openItem(item, navigate),
                })),
              }}
            >
              <button type="button" className={`owl-plain-button ${styles.item}`} aria-haspopup="menu">
                {t('shell.more')}
                <ChevronDown size={14} strokeWidth={1.6} aria-hidden="true" />
              </button>
            </Dropdown>
          </li>
        ) : null}
      </ul>
    </nav>
  );
}

function TopItem({ item, here }: { item: Item; here: boolean }) {
  const { t } = useTranslation();
  const title = titleText(item.entry.title, t);
  return item.entry.kind === 'elsewhere' ? (
    <a className={styles.item} href={item.entry.to} target="_blank" rel="noopener noreferrer">
      {title}
    </a>
  ) : (
    <Link className={styles.item} to={targetOf(item)} aria-current={here ? 'page' : undefined}>
      {title}
    </Link>
  );
}
