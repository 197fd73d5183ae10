// The space that a member's cloud files take, as figures and a bar; it opens the files.
import { useTranslation } from 'react-i18next';
import { formatBytes } from '@/core/rules';
import { viewOnly } from '@/core/viewOnly';
import { useListCloudFilesQuery } from './api';
import styles from './Cloud.module.css';

/** Shares of the space, in percent, from which on it is told. */
const WARN_FROM = 80;
const FULL_FROM = 95;

interface SpaceProps {
  used: number;
  quota: number;
}

export function Space({ used, quota }: SpaceProps) {
  const { t } = useTranslation();
  const share = quota > 0 ? Math.min(100, (used / quota) * 100) : 0;
  const level = share >= FULL_FROM ? 'full' : share >= WARN_FROM ? 'warn' : 'fine';
  return (
    <>
      <span className="owl-figures">{t('cloud.space', { used: formatBytes(used), quota: formatBytes(quota) })}</span>
      <span className={styles.bar} data-level={level} aria-hidden="true">
        <span style={{ width: `${share}%` }} />
      </span>
    </>
  );
}

export function StorageBar({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation();
  // A member's files are not shown to an operator who sees the member's console.
  const reason = viewOnly();
  const { data } = useListCloudFilesQuery(
    { pageNo: 1, pageSize: 1 },
    { refetchOnMountOrArgChange: true, skip: reason !== null },
  );
  return (
    <button
      type="button"
      className={`${styles.storage} owl-plain-button`}
      title={reason ?? t('cloud.open')}
      disabled={reason !== null}
      onClick={onOpen}
    >
      {data ? <Space used={data.used} quota={data.quota} /> : t('cloud.title')}
    </button>
  );
}
