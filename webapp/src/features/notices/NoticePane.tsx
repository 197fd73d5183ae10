// One message in full, at an address of its own; opening it marks it as read. Beside the list where there is room, a page without.
import { Button } from 'antd';
import { ArrowLeft, ChevronDown, ChevronUp, Trash2, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { below } from '@/core/base';
import type { CallFault } from '@/core/http';
import { formatTime } from '@/core/rules';
import { RichText } from '@/ui/RichText';
import { ChangeButton } from '@/ui/rights/ChangeButton';
import { FaultState } from '@/ui/states/FaultState';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { useWide } from '@/ui/useWide';
import { AboutPhones } from './AboutPhones';
import { type Message, useReadMessageQuery } from './api';
import { KindMark } from './KindMark';
import styles from './Notices.module.css';

interface Props {
  id: number;
  /** Ids of the neighbouring messages on the page of the list; 0: none. */
  previous: number;
  next: number;
  onShow: (id: number) => void;
  onRemove: (message: Message) => void;
  onClose: () => void;
}

export default function NoticePane({ id, previous, next, onShow, onRemove, onClose }: Props) {
  const { t } = useTranslation();
  const wide = useWide();
  const { data, error, refetch } = useReadMessageQuery(id);
  const heading = useRef<HTMLHeadingElement>(null);
  const isThere = data !== undefined;
  useEffect(() => {
    if (isThere) heading.current?.focus();
  }, [isThere]);
  return (
    <section className={styles.pane} aria-label={data?.title ?? t('notices.title')}>
      <header className={styles.paneHead}>
        <Button
          type="text"
          icon={wide ? <X size={18} strokeWidth={1.6} /> : <ArrowLeft size={18} strokeWidth={1.6} />}
          aria-label={t('notices.back')}
          onClick={onClose}
        />
        {data ? (
          <>
            <KindMark kind={data.type} />
            <time className="owl-figures" dateTime={new Date(data.createTime).toISOString()}>
              {formatTime(data.createTime)}
            </time>
          </>
        ) : null}
      </header>
      <div className={styles.paneBody}>
        {data ? (
          <article>
            <h2 ref={heading} tabIndex={-1}>
              {data.title}
            </h2>
            <MessageBody message={data} />
            <AboutPhones {...data} />
          </article>
        ) : error ? (
          <FaultState title={t('notices.oneFailed')} fault={error as CallFault} onRetry={() => void refetch()} />
        ) : (
          <RowSkeletons count={3} />
        )}
      </div>
      <footer className={styles.paneFoot}>
        <ChangeButton
          icon={<Trash2 size={16} strokeWidth={1.6} />}
          disabled={!data}
          onClick={() => (data ? onRemove(data) : undefined)}
        >
          {t('common.delete')}
        </ChangeButton>
        <span>
          <Button
            type="text"
            icon={<ChevronUp size={16} strokeWidth={1.6} />}
            disabled={!previous}
            onClick={() => onShow(previous)}
          >
            {t('notices.previous')}
          </Button>
          <Button
            type="text"
            icon={<ChevronDown size={16} strokeWidth={1.6} />}
            disabled={!next}
            onClick={() => onShow(next)}
          >
            {t('notices.next')}
          </Button>
        </span>
      </footer>
    </section>
  );
}

/** A picture of this server's, or a text. */
function MessageBody({ message }: { message: Message }) {
  const { picture, html, title } = message;
  if (/^\/(?![/\\])/.test(picture)) return <img className={styles.picture} src={below(picture)} alt={title} />;
  return <RichText html={html} />;
}
