// The sign-in page of a demo names its accounts and the pages of its stand-ins, until that is closed in this browser.
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer } from '@/core/operations';
import { demoStrip } from '@/core/storage';
import styles from './DemoStrip.module.css';

export type Demo = NonNullable<Answer<'get_register_type'>['demo']>;

interface Props {
  demo: Demo;
  /** An account was chosen, to be filled in. */
  onFill: (account: string) => void;
}

export default function DemoStrip({ demo, onFill }: Props) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(demoStrip.get);
  if (shown === 'closed') return null;
  const hide = () => {
    demoStrip.set('closed');
    setShown('closed');
  };
  return (
    <aside className={styles.strip} aria-label={t('demo.title')}>
      <div className={styles.head}>
        <strong>{t('demo.title')}</strong>
        <span className={styles.pages}>
          <a href={demo.messagesPage} target="_blank" rel="noreferrer">
            {t('demo.messages')}
          </a>
          <a href={demo.paymentsPage} target="_blank" rel="noreferrer">
            {t('demo.payments')}
          </a>
        </span>
        <button
          type="button"
          className={`owl-plain-button ${styles.close}`}
          aria-label={t('demo.close')}
          title={t('demo.close')}
          onClick={hide}
        >
          <X size={16} strokeWidth={1.6} />
        </button>
      </div>
      <div className={styles.accounts}>
        {demo.accounts.map((account) => (
          <button
            key={account}
            type="button"
            className={`owl-plain-button owl-mono ${styles.account}`}
            aria-label={t('demo.fill', { account })}
            onClick={() => onFill(account)}
          >
            {account}
          </button>
        ))}
      </div>
      <p className={styles.password}>{t('demo.password', { password: demo.password })}</p>
    </aside>
  );
}
