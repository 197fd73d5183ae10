// One message in full; opening it marks it as read.
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { formatTime } from '@/core/rules';
import { FaultState } from '@/ui/FaultState';
import { Sheet } from '@/ui/Sheet';
import { RowSkeletons } from '@/ui/Skeletons';
import { AnnouncementContent, PICTURE } from './AnnouncementContent';
import { type Message, useReadMessageQuery } from './api';
import styles from './Notices.module.css';

interface Props {
  id: number;
  onRemove: (message: Message) => void;
  onClose: () => void;
}

export default function NoticeDialog({ id, onRemove, onClose }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useReadMessageQuery(id);
  return (
    <Sheet
      open
      title={data?.title ?? t('notices.one')}
      onClose={onClose}
      footer={
        data ? (
          <>
            <Button onClick={() => onRemove(data)}>{t('common.delete')}</Button>
            <Button type="primary" onClick={onClose}>
              {t('common.close')}
            </Button>
          </>
        ) : null
      }
    >
      {data ? (
        <article className={styles.whole}>
          {data.rich || data.contentType === PICTURE ? (
            <div className={`${styles.text} owl-prose`}>
              <AnnouncementContent {...data} />
            </div>
          ) : (
            <p className={`${styles.text} owl-prose`}>{data.content}</p>
          )}
          <time className="owl-figures" dateTime={new Date(data.createTime).toISOString()}>
            {formatTime(data.createTime)}
          </time>
        </article>
      ) : error ? (
        <FaultState title={t('notices.oneFailed')} fault={error as CallFault} onRetry={() => void refetch()} />
      ) : (
        <RowSkeletons count={2} />
      )}
    </Sheet>
  );
}
