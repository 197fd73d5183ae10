// The bell: unread notices to 99+, nothing at 0; it leads to the notices, and is absent while the member has no such page.
import { Bell } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import type { PermittedRoute } from '@/app/permitted';
import { useNoticeCount } from '@/features/live/noticeCount';
import styles from './Frame.module.css';

const CAP = 99;

/** What the badge says of a count; null hides it. */
export const badgeText = (count: number): string | null =>
  count <= 0 ? null : count > CAP ? `${CAP}+` : String(count);

export function NoticeBadge({ routes }: { routes: readonly PermittedRoute[] }) {
  const { t } = useTranslation();
  const count = useNoticeCount();
  if (!routes.some((route) => route.path === paths.notices)) return null;
  const text = badgeText(count);
  return (
    <Link
      to={paths.notices}
      className={`${styles.tool} ${styles.bell}`}
      aria-label={text ? t('shell.unread', { n: text }) : t('shell.messages')}
    >
      <Bell size={16} strokeWidth={1.6} aria-hidden="true" />
      {text ? (
        <span className={`${styles.badge} owl-figures`} aria-hidden="true">
          {text}
        </span>
      ) : null}
    </Link>
  );
}
