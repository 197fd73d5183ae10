// The messages as rows: what is unread stands out, the open one is on the accent's ground.

import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ChangeButton } from '@/ui/rights/ChangeButton';
import { TimeAgo } from '@/ui/time/TimeAgo';
import { useWide } from '@/ui/useWide';
import type { Message } from './api';
import { Film, ROW_MAX } from './Films';
import { KindMark } from './KindMark';
import styles from './Notices.module.css';

interface Props {
  messages: readonly Message[];
  /** The open one's id; 0: none. */
  openId: number;
  onOpen: (message: Message) => void;
  onRemove: (message: Message) => void;
}

export const rowFilm = ({ id, aboutPhoneIds }: Message) => ({ name: `row-of-${id}`, phoneIds: aboutPhoneIds });

export function NoticeRows({ messages, openId, onOpen, onRemove }: Props) {
  const { t } = useTranslation();
  const wide = useWide();
  return (
    <ul className={styles.rows} aria-label={t('notices.title')}>
      {messages.map((message) => (
        <li
          key={message.id}
          className={styles.row}
          data-unread={!message.readStatus}
          data-open={message.id === openId}
          aria-current={message.id === openId ? 'true' : undefined}
        >
          <KindMark kind={message.type} />
          <button
            type="button"
            className={styles.words}
            aria-label={t('notices.openName', { title: message.title })}
            onClick={() => onOpen(message)}
          >
            <span className={styles.name}>{message.title}</span>
            <span className={styles.content}>{message.picture ? t('notices.picture') : message.content}</span>
          </button>
          {wide ? (
            <span>
              <Film {...rowFilm(message)} max={ROW_MAX} />
            </span>
          ) : null}
          <span className={wide ? styles.read : 'owl-hidden-text'} data-unread={!message.readStatus}>
            {t(message.readStatus ? 'notices.isRead' : 'notices.isUnread')}
          </span>
          <TimeAgo at={message.createTime} />
          <ChangeButton
            type="text"
            size="small"
            icon={<Trash2 size={16} strokeWidth={1.6} />}
            aria-label={t('notices.removeName', { title: message.title })}
            title={t('common.delete')}
            onClick={() => onRemove(message)}
          />
        </li>
      ))}
    </ul>
  );
}
