// Announcements that are a line over the page: the newest that was not put away yet.
import { Megaphone, X } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { subscribe } from '@/core/live';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { type Popup, useListHeaderLinesQuery, useMarkSeenMutation } from './api';
import styles from './Popups.module.css';

const LineSheet = lazyWithRetry(() => import('./LineSheet'), 'over');

export default function HeaderLine() {
  const { t } = useTranslation();
  const { data, refetch } = useListHeaderLinesQuery();
  const [markSeen] = useMarkSeenMutation();
  const [open, setOpen] = useState(false);
  // Kept once loaded: it closes with its own movement.
  const [wanted, setWanted] = useState(false);
  useEffect(() => subscribe('announcements-changed', () => void refetch()), [refetch]);
  // The line stands over every page: an answer of an unexpected shape must not take them down.
  const list: unknown = data?.list;
  const lines = Array.isArray(list) ? (list as Popup[]) : [];
  const line = lines.find(({ readStatus }) => !readStatus);
  if (!line) return null;
  const read = () => {
    setWanted(true);
    setOpen(true);
  };
  const putAway = () => {
    setOpen(false);
    void markSeen([line.id]);
  };
  return (
    <section className={styles.line} data-header-line aria-label={t('announced.line')}>
      <Megaphone size={16} strokeWidth={1.6} aria-hidden="true" />
      <button type="button" className={`owl-plain-button ${styles.words}`} onClick={read}>
        {line.title}
      </button>
      <button type="button" className="owl-plain-button" aria-label={t('announced.putAway')} onClick={putAway}>
        <X size={16} strokeWidth={1.6} aria-hidden="true" />
      </button>
      <Suspense fallback={null}>
        {wanted ? <LineSheet open={open} line={line} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </section>
  );
}
