// The cards, or what stands in their place: skeletons, an empty list, no match, a fault.
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { EmptyState } from '@/ui/EmptyState';
import { FaultState } from '@/ui/FaultState';
import type { Phone } from './api';
import styles from './ListPage.module.css';
import { PhoneCard } from './PhoneCard';

const SKELETON_AFTER_MS = 200;
const SKELETONS_MAX = 16;

interface Props {
  /** Undefined until the question's first answer. */
  phones: Phone[] | undefined;
  fault: CallFault | undefined;
  fetching: boolean;
  keyword: string;
  /** All phones of the member, whatever is searched. */
  memberTotal: number;
  pageSize: number;
  now: number;
  onRetry: () => void;
  onClear: () => void;
}

export function PhoneGrid({ phones, fault, fetching, keyword, memberTotal, pageSize, now, onRetry, onClear }: Props) {
  const { t } = useTranslation();
  if (fault && !fetching) return <FaultState title={t('list.failed')} fault={fault} onRetry={onRetry} />;
  if (!phones) return <Skeletons number={Math.min(pageSize, SKELETONS_MAX)} />;
  if (phones.length === 0 && keyword.trim()) {
    return (
      <EmptyState look="half" title={t('list.noMatch')} text={t('list.noMatchText', { keyword, total: memberTotal })}>
        <Button onClick={onClear}>{t('list.clear')}</Button>
      </EmptyState>
    );
  }
  if (phones.length === 0) {
    return (
      <EmptyState look="shut" title={t('list.empty')} text={t('list.emptyText')}>
        <Button onClick={onRetry}>{t('list.refresh')}</Button>
      </EmptyState>
    );
  }
  return (
    <div className={styles.grid}>
      {phones.map((phone) => (
        <PhoneCard key={phone.phoneId} phone={phone} now={now} />
      ))}
    </div>
  );
}

/** The shape of what comes, after a moment: a quick answer shows none. */
function Skeletons({ number }: { number: number }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setShown(true), SKELETON_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, []);
  return (
    <div className={styles.grid} role="status" aria-label={t('common.loading')}>
      {shown
        ? Array.from({ length: number }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else.
            <div key={index} className={styles.skeleton} aria-hidden="true">
              <i />
              <b />
              <b />
              <b />
            </div>
          ))
        : null}
    </div>
  );
}
