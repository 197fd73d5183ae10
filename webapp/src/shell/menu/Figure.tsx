// A figure beside a page of the operators' menu: so many things in it wait for a person. Never a total.
import { useTranslation } from 'react-i18next';
import { paths } from '@/app/paths';
import { type OperatorMenu, useOperatorMenu } from '@/features/admin/menu';
import styles from './Figure.module.css';

/** Number of items that wait behind a page, by the page's path; items that hang are worse than items that wait. */
const figures: Record<string, { of: (menu: OperatorMenu) => number | null; hangs?: true }> = {
  [paths.allOrders]: { of: (menu) => menu.refunds },
  [paths.refunds]: { of: (menu) => menu.refunds },
  [paths.feedbackInbox]: { of: (menu) => menu.feedback },
};

export function Figure({ path }: { path: string }) {
  const { t } = useTranslation();
  const figure = figures[path];
  const menu = useOperatorMenu(figure === undefined);
  const n = (figure && menu && figure.of(menu)) ?? 0;
  if (!figure || n === 0) return null;
  const words = t(figure.hangs ? 'shell.hanging' : 'shell.waiting', { count: n });
  return (
    <span className={`${styles.figure} owl-figures`} data-hangs={figure.hangs} title={words}>
      <span aria-hidden="true">{n}</span>
      <span className="owl-hidden-text">{words}</span>
    </span>
  );
}
