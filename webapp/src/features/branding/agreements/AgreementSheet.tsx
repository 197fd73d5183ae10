// The text of an agreement in a dialog: the version in force, or an older one.
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { formatDay } from '@/core/rules';
import { Sheet } from '@/ui/dialogs/Sheet';
import { RichText } from '@/ui/RichText';
import { FaultState } from '@/ui/states/FaultState';
import { RowSkeletons } from '@/ui/states/Skeletons';
import styles from './Agreements.module.css';
import { type AgreementQuestion, useGetAgreementQuery } from './api';

interface Props extends AgreementQuestion {
  open: boolean;
  /** Whether its text was there to be read, and of which version. */
  onClose: (shown: boolean, version?: number) => void;
  /** Buttons; one that closes unless given. The version is that of the text that is shown. */
  footer?: (shown: boolean, version: number | undefined) => ReactNode;
}

export default function AgreementSheet({ open, onClose, footer, ...question }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useGetAgreementQuery(question, { skip: !open });
  const shown = data !== undefined;
  return (
    <Sheet
      open={open}
      title={data?.title ?? t(`agreements.name.${question.kind}`)}
      onClose={() => onClose(shown, data?.version)}
      footer={
        footer?.(shown, data?.version) ?? (
          <Button type="primary" onClick={() => onClose(shown, data?.version)}>
            {t('common.close')}
          </Button>
        )
      }
    >
      {data ? (
        <article className={`${styles.text} owl-prose`}>
          <p className={styles.since}>
            {data.publishTime > 0
              ? t('agreements.from', { n: data.version, date: formatDay(data.publishTime) })
              : t('agreements.number', { n: data.version })}
          </p>
          <RichText html={data.html} />
        </article>
      ) : error ? (
        <FaultState title={t('agreements.failed')} fault={error as CallFault} onRetry={refetch} />
      ) : (
        <RowSkeletons count={4} />
      )}
    </Sheet>
  );
}
