// The four pictures of paying, in the place of the code: waiting, paid, taken back, too late.
import { useTranslation } from 'react-i18next';
import styles from './Pay.module.css';

export type PayState = 'pending' | 'success' | 'cancel' | 'timeout';

const tones: Record<PayState, string> = {
  pending: 'var(--owl-busy)',
  success: 'var(--owl-ok)',
  cancel: 'var(--owl-text-3)',
  timeout: 'var(--owl-warn)',
};

export function PayPicture({ state }: { state: PayState }) {
  const { t } = useTranslation();
  return (
    <div className={styles.picture}>
      <svg
        width="152"
        height="152"
        viewBox="0 0 152 152"
        fill="none"
        stroke={tones[state]}
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
        role="img"
        aria-label={t(`pay.states.${state}`)}
      >
        <path d="M38 16h76v112l-9.5-7-9.5 7-9.5-7-9.5 7-9.5-7-9.5 7-9.5-7-9.5 7Z" stroke="var(--owl-control)" />
        <path d="M54 98h44M54 108h26" stroke="var(--owl-line-strong)" />
        {state === 'success' ? <Open /> : state === 'pending' ? <Half /> : <Shut />}
        {state === 'success' ? <path d="M84 108l7 7 14-16" strokeWidth="4" /> : null}
        {state === 'cancel' ? <path d="M88 102l14 14M102 102l-14 14" strokeWidth="4" /> : null}
        {state === 'timeout' ? (
          <>
            <circle cx="98" cy="108" r="14" fill="var(--owl-surface)" />
            <path d="M98 100v8l6 4" />
          </>
        ) : null}
        {state === 'pending' ? (
          <>
            <circle cx="98" cy="108" r="14" fill="var(--owl-surface)" stroke="var(--owl-line-strong)" />
            <path d="M98 94a14 14 0 0 1 14 14" />
          </>
        ) : null}
      </svg>
    </div>
  );
}

/** The owl's eyes, as everywhere in the console: they say it before the words do. */
const Open = () => (
  <>
    <circle cx="62" cy="60" r="12" />
    <circle cx="90" cy="60" r="12" />
    <circle cx="62" cy="60" r="4" fill="currentColor" />
    <circle cx="90" cy="60" r="4" fill="currentColor" />
  </>
);
const Half = () => (
  <>
    <path d="M50 60h24a12 12 0 0 1-24 0ZM78 60h24a12 12 0 0 1-24 0Z" />
  </>
);
const Shut = () => <path d="M50 58a12 9 0 0 0 24 0M78 58a12 9 0 0 0 24 0" />;
