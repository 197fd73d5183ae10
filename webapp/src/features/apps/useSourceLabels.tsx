// Labels of the tabs of apps with their counts: installed, in the market, in the cloud storage.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useListCloudFilesQuery } from '@/features/uploads/cloud/api';
import styles from './Apps.module.css';
import { useListMarketAppsQuery } from './market/api';

/** Smallest page, since only the answer's total is used. */
const ONE = { pageNo: 1, pageSize: 1 } as const;
const APPS = { ...ONE, kind: 'app' } as const;
const FRESH = { refetchOnMountOrArgChange: true } as const;

export function useSourceLabels(installed: number | undefined) {
  const { t } = useTranslation();
  const market = useListMarketAppsQuery(ONE, FRESH).data?.total;
  const cloud = useListCloudFilesQuery(APPS, FRESH).data?.total;
  const counts = { installed, market, cloud, byName: undefined };
  return (way: keyof typeof counts): ReactNode => (
    <span className={styles.way}>
      <span>{t(`apps.${way}`)}</span>
      {counts[way] === undefined ? null : <span className={styles.wayCount}>{counts[way]}</span>}
    </span>
  );
}
