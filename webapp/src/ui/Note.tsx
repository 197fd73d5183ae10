// A refusal or a hint beside the form or order that it is about.
import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Note.module.css';

interface Props {
  tone: 'fault' | 'warning';
  children: ReactNode;
  /** Request id, by which an operator finds the fault in the log. */
  requestId?: string | undefined;
}

export function Note({ tone, children, requestId }: Props) {
  const { t } = useTranslation();
  const Icon = tone === 'fault' ? CircleAlert : TriangleAlert;
  return (
    <div className={styles.note} data-tone={tone} role={tone === 'fault' ? 'alert' : 'status'}>
      <Icon size={16} strokeWidth={1.6} aria-hidden="true" />
      <div>
        <p className="owl-prose">{children}</p>
        {requestId ? <p className={styles.request}>{t('fault.requestId', { id: requestId })}</p> : null}
      </div>
    </div>
  );
}
