// A page that broke or could not ask the server: words, retry, request id. Nothing of the fault's inside is shown.
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { FaultState } from '@/ui/FaultState';
import { asFault } from '@/ui/faultWords';
import styles from './Frame.module.css';

export function PageFailed() {
  const { t } = useTranslation();
  const fault = asFault(useRouteError());
  return (
    <main className={styles.whole}>
      <FaultState title={t('fault.page')} fault={fault} onRetry={() => window.location.reload()} />
    </main>
  );
}
