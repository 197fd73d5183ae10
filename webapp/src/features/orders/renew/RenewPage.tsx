// Renewing: phones are chosen, those that end soonest first; then a package for each, one date for all, or a better phone for one.
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '@/shell/usePageTitle';
import { EmptyState } from '@/ui/states/EmptyState';
import { FaultState } from '@/ui/states/FaultState';
import { RowSkeletons } from '@/ui/states/Skeletons';
import styles from '../Order.module.css';
import { useShelf } from '../useShelf';
import { Renewing } from './Renewing';

export default function RenewPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.renew'));
  const { shelf, now, fault, fetching, refetch } = useShelf();
  if (fault && !fetching) return <FaultState title={t('buy.failed')} fault={fault} onRetry={refetch} />;
  const title = (
    <h1 ref={heading} tabIndex={-1} className={styles.title}>
      {t('renew.title')}
    </h1>
  );
  if (shelf && shelf.list.length > 0) return <Renewing shelf={shelf} now={now} title={title} />;
  return (
    <div className={styles.main}>
      {title}
      {shelf ? (
        <EmptyState look="shut" title={t('buy.nothing')} text={t('buy.nothingText')} />
      ) : (
        <RowSkeletons count={8} />
      )}
    </div>
  );
}
