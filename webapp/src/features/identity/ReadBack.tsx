// A new identity, part by part: what was asked for, what the phone says, and whether it was applied.
import { Check, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ReceiptRow } from '@/features/operations/api';
import styles from './ReadBack.module.css';

interface Props {
  fields: NonNullable<ReceiptRow['renewed']>['fields'];
}

export default function ReadBack({ fields }: Props) {
  const { t } = useTranslation();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('identity.field')}</th>
          <th scope="col">{t('identity.asked')}</th>
          <th scope="col">{t('identity.found')}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {fields.map(({ field, label, source, asked, found, applied }) => {
          const Icon = applied ? Check : TriangleAlert;
          return (
            <tr key={field} data-applied={applied}>
              <th scope="row">
                {label}
                <span className="owl-mono">{source}</span>
              </th>
              <td className="owl-mono" title={asked ?? undefined}>
                {asked ?? '–'}
              </td>
              <td className="owl-mono" title={found ?? undefined}>
                {found ?? '–'}
              </td>
              <td className={styles.result}>
                <Icon size={14} strokeWidth={1.6} aria-hidden="true" />
                {t(applied ? 'identity.applied' : 'identity.unsupported')}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
