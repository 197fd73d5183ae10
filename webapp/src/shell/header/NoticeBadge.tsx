// The bell: unread messages to 99+, nothing at 0; it leads to the messages, and is absent where the member may not open them.
import { Bell } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import type { PermittedRoute } from '@/app/permitted';
import { constants } from '@/core/rules';
import { getView } from '@/core/session';
import { useNoticeCount } from '@/features/live/noticeCount';
import styles from '../frame/Frame.module.css';

/** Text of the badge for a count; null hides it. */
export function badgeText(count: number): string | null {
  const { noticeBadgeMax: cap } = constants();
  if (count <= 0) return null;
  return count > cap ? `${cap}+` : String(count);
}

export function NoticeBadge({ routes }: { routes: readonly PermittedRoute[] }) {
  const { t } = useTranslation();
  const told = useNoticeCount();
  // No socket tells of the member whose console is only seen: what was told is the operator's.
  const count = getView() ? 0 : told;
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
