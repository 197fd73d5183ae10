// Announcements that are a line over the page: the newest that was not put away yet.
import { Megaphone, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { subscribe } from '@/core/live';
import { Sheet } from '@/ui/Sheet';
import { AnnouncementContent } from './AnnouncementContent';
import { type Popup, useListHeaderLinesQuery, useMarkSeenMutation } from './api';
import styles from './Popups.module.css';

export default function HeaderLine() {
  const { t } = useTranslation();
  const { data, refetch } = useListHeaderLinesQuery();
  const [markSeen] = useMarkSeenMutation();
  const [open, setOpen] = useState(false);
  useEffect(() => subscribe('announcements-changed', () => void refetch()), [refetch]);
  // It stands over every page: an answer that is none of ours must not take them down.
  const list: unknown = data?.list;
  const lines = Array.isArray(list) ? (list as Popup[]) : [];
  const line = lines.find(({ readStatus }) => !readStatus);
  if (!line) return null;
  const putAway = () => {
    setOpen(false);
    void markSeen([line.id]);
  };
  return (
    <section className={styles.line} data-header-line aria-label={t('announced.line')}>
      <Megaphone size={16} strokeWidth={1.6} aria-hidden="true" />
      <button type="button" className={`owl-plain-button ${styles.words}`} onClick={() => setOpen(true)}>
        {line.title}
      </button>
      <button type="button" className="owl-plain-button" aria-label={t('announced.putAway')} onClick={putAway}>
        <X size={16} strokeWidth={1.6} aria-hidden="true" />
      </button>
      <Sheet open={open} title={line.title} onClose={() => setOpen(false)}>
        <AnnouncementContent {...line} />
      </Sheet>
    </section>
  );
}
