// Actions of a guest on a phone, the newest first.
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { formatTime } from '@/core/rules';
import { Sheet } from '@/ui/dialogs/Sheet';
import { EmptyState } from '@/ui/states/EmptyState';
import { FaultState } from '@/ui/states/FaultState';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { type Grant, useListGuestActivityQuery } from './api';
import styles from './Sharing.module.css';

export function ActivitySheet({ grant, onClose }: { grant: Grant; onClose: () => void }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useListGuestActivityQuery(grant.relationId, { refetchOnMountOrArgChange: true });
  return (
    <Sheet
      open
      title={t('sharing.activityTitle', { name: grant.phoneAlias || grant.owlId, phone: grant.subMemberPhone ?? '' })}
      onClose={onClose}
    >
      {data ? (
        data.list.length > 0 ? (
          <ol className={styles.entries}>
            {data.list.map(({ id, at, name }) => (
              <li key={id}>
                <time className="owl-figures" dateTime={new Date(at).toISOString()}>
                  {formatTime(at)}
                </time>
                <span>{name}</span>
              </li>
            ))}
          </ol>
        ) : (
          <EmptyState look="shut" title={t('sharing.activityNone')} />
        )
      ) : error ? (
        <FaultState title={t('sharing.activityFailed')} fault={error as CallFault} onRetry={refetch} />
      ) : (
        <RowSkeletons count={4} />
      )}
    </Sheet>
  );
}
