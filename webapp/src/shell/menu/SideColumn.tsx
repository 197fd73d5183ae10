// The pages of a group of the menu, labelled, between the rail and the page: operators have each of theirs one click away. Containers within
// the group are heads over their pages.
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { titleText } from '@/app/permitted';
import { Figure } from './Figure';
import { Foot } from './Foot';
import { holds, type Item, strokeOf } from './menu';
import styles from './SideColumn.module.css';

interface Props {
  group: Item;
  /** The path of the item to highlight. */
  active: string;
  /** Lies over the page. */
  over?: boolean;
}

export default function SideColumn({ group, active, over = false }: Props) {
  const { t } = useTranslation();
  const name = titleText(group.entry.title, t);
  return (
    <nav className={styles.column} data-over={over} aria-label={name}>
      <div className={styles.pages}>
        <Pages items={group.children} active={active} />
      </div>
      <Foot />
    </nav>
  );
}

function Pages({ items, active }: { items: readonly Item[]; active: string }) {
  const { t } = useTranslation();
  return (
    <ul>
      {items.map((item) => {
        const { entry, children } = item;
        const title = titleText(entry.title, t);
        if (children.length > 0) {
          return (
            <li key={entry.to}>
              <h2 className={styles.head}>{title}</h2>
              <Pages items={children} active={active} />
            </li>
          );
        }
        const here = holds(item, active);
        const Icon = entry.icon;
        const inside = (
          <>
            <Icon size={16} strokeWidth={strokeOf(here)} aria-hidden="true" />
            {title}
            <Figure path={entry.to} />
          </>
        );
        return (
          <li key={entry.to}>
            {entry.kind === 'elsewhere' ? (
              <a href={entry.to} className={styles.page} target="_blank" rel="noopener noreferrer">
                {inside}
              </a>
            ) : (
              <Link to={entry.to} className={styles.page} aria-current={here ? 'page' : undefined}>
                {inside}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
