// A page that broke or could not ask the server: words, retry, request id. Nothing of the fault's inside is shown.
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import type { CallFault } from '@/core/http';
import { FaultState } from '@/ui/FaultState';
import styles from './Frame.module.css';

function asFault(error: unknown): CallFault {
  if (typeof error === 'object' && error !== null && 'kind' in error && 'requestId' in error) return error as CallFault;
  return { kind: 'format', code: 0, message: '', requestId: '' };
}

export function PageFailed() {
  const { t } = useTranslation();
  const fault = asFault(useRouteError());
  return (
    <main className={styles.whole}>
      <FaultState title={t('fault.page')} fault={fault} onRetry={() => window.location.reload()} />
    </main>
  );
}
