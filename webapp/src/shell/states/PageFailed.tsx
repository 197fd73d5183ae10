// A page that broke or could not ask the server: words, retry, request id. Nothing of the fault's inside is shown.
import { useTranslation } from 'react-i18next';
import { useRevalidator, useRouteError } from 'react-router';
import { isReloading } from '@/core/chunks';
import { FaultState } from '@/ui/states/FaultState';
import { asFault, UNREACHED } from '@/ui/states/faultWords';
import styles from '../frame/Frame.module.css';
import { Starting } from './Starting';

export function PageFailed() {
  const { t } = useTranslation();
  const found = asFault(useRouteError());
  // Failures to load the page's own parts come as errors without words.
  const fault = found.kind === 'format' && !navigator.onLine ? UNREACHED : found;
  const { revalidate } = useRevalidator();
  if (isReloading()) return <Starting />;
  // Without network a reload would leave nothing at all.
  const retry = () => (navigator.onLine ? window.location.reload() : void revalidate());
  return (
    <main className={styles.whole}>
      <FaultState title={t('fault.page')} fault={fault} onRetry={retry} />
    </main>
  );
}
