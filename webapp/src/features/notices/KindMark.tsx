// Kind of a message: icon and word, in the colour that asks for attention where it is about a rental.
import { BellRing, CalendarClock, CalendarX, type LucideIcon, MessageSquareReply } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './Notices.module.css';
import type { NoticeKind } from './noticesState';

const looks: Record<NoticeKind, { Icon: LucideIcon; tone: 'plain' | 'warn' | 'err' }> = {
  1: { Icon: BellRing, tone: 'plain' },
  2: { Icon: MessageSquareReply, tone: 'plain' },
  3: { Icon: CalendarClock, tone: 'warn' },
  4: { Icon: CalendarX, tone: 'err' },
};

export function KindMark({ kind }: { kind: number }) {
  const { t } = useTranslation();
  const known = (kind in looks ? String(kind) : '1') as NoticeKind;
  const { Icon, tone } = looks[known];
  return (
    <span className={styles.kind} data-tone={tone}>
      <Icon size={14} strokeWidth={1.6} aria-hidden="true" />
      {t(`notices.kind.${known}`)}
    </span>
  );
}
