// Calls that failed by a fault of the server, with the id under which the log has each. On a phone a card each.
import { useTranslation } from 'react-i18next';
import { CopyId } from '@/ui/copy/CopyId';
import { TimeAgo } from '@/ui/time/TimeAgo';
import type { Fault } from './api';
import styles from './Overview.module.css';

export function ErrorsTable({ errors }: { errors: readonly Fault[] }) {
  const { t } = useTranslation();
  if (errors.length === 0) return <p className={styles.nothing}>{t('overview.noErrors')}</p>;
  return (
    <table className={`${styles.table} ${styles.errors}`}>
      <thead>
        <tr>
          <th scope="col">{t('overview.time')}</th>
          <th scope="col">{t('overview.call')}</th>
          <th scope="col">{t('overview.reason')}</th>
          <th scope="col" className={styles.right}>
            {t('overview.times')}
          </th>
          <th scope="col">{t('overview.who')}</th>
          <th scope="col">{t('overview.requestId')}</th>
        </tr>
      </thead>
      <tbody>
        {errors.map((fault) => (
          <tr key={fault.requestId}>
            <td>
              <TimeAgo at={fault.time} />
            </td>
            <td>
              <span className={`${styles.call} owl-mono`}>{fault.call}</span>
            </td>
            <td className={styles.reason}>{fault.reason}</td>
            <td className={`${styles.right} owl-figures`}>{fault.times.toLocaleString('en-US')}</td>
            <td className="owl-nowrap">{fault.members > 0 ? t('overview.members', { count: fault.members }) : '—'}</td>
            <td>
              <CopyId id={fault.requestId} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
