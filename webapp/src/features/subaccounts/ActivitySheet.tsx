// Actions of a sub-account on the phones that it was given, the newest first.
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { formatTime } from '@/core/rules';
import { Sheet } from '@/ui/dialogs/Sheet';
import { EmptyState } from '@/ui/states/EmptyState';
import { FaultState } from '@/ui/states/FaultState';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { useListSubActivityQuery } from './api';
import styles from './SubAccounts.module.css';

interface Props {
  memberId: number;
  name: string;
  onClose: () => void;
}

export default function ActivitySheet({ memberId, name, onClose }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useListSubActivityQuery(memberId, { refetchOnMountOrArgChange: true });
  return (
    <Sheet open title={t('subAccounts.activityTitle', { name })} onClose={onClose}>
      {data ? (
        data.list.length > 0 ? (
          <ol className={styles.entries}>
            {data.list.map(({ id, at, phoneAlias, name: entry }) => (
              <li key={id}>
                <time className="owl-figures" dateTime={new Date(at).toISOString()}>
                  {formatTime(at)}
                </time>
                <span>
                  {entry} {phoneAlias}
                </span>
              </li>
            ))}
          </ol>
        ) : (
          <EmptyState look="shut" title={t('subAccounts.activityNone')} />
        )
      ) : error ? (
        <FaultState title={t('subAccounts.activityFailed')} fault={error as CallFault} onRetry={refetch} />
      ) : (
        <RowSkeletons count={4} />
      )}
    </Sheet>
  );
}
