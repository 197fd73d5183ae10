// The authorization agreement: it is read before it can be ticked, and ticked before anything is paid.
import { Button, Checkbox } from 'antd';
import { Suspense, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { withWords } from '@/i18n';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import styles from './Order.module.css';

const AgreementSheet = lazyWithRetry(
  () => withWords(['agreements'], () => import('@/features/branding/agreements/AgreementSheet')),
  'over',
);

interface Props {
  agreed: boolean;
  /** With the version whose text was read. */
  onChange: (agreed: boolean, version?: number) => void;
  /** The agreement's text was read before: it need not be opened to be ticked. */
  known?: boolean;
  /** Opens with the text: another one is in force by now. */
  reading?: boolean;
  /** Whether the row says that the tick is missing; false as long as nobody asked. */
  missing: boolean;
  /** Ticks and goes on, in place; offered once the text was read. */
  onGoOn?: (() => void) | undefined;
}

export function Agreement({ agreed, onChange, missing, onGoOn, known = false, reading = false }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(reading);
  const [read, setRead] = useState(known);
  const [version, setVersion] = useState<number>();
  const answer = (given: boolean, shown: number | undefined) => {
    setRead(true);
    setVersion(shown);
    setOpen(false);
    onChange(given, shown);
  };
  return (
    <div className={styles.agreement} data-missing={missing && !agreed}>
      <div className={styles.agree}>
        <Checkbox
          checked={agreed}
          aria-label={t('agreement.label')}
          onChange={(event) => {
            if (event.target.checked && !read) setOpen(true);
            else onChange(event.target.checked, version);
          }}
        />
        <span>
          <Trans
            i18nKey="agreement.text"
            components={{
              agreement: (
                <button type="button" className={`owl-plain-button ${styles.link}`} onClick={() => setOpen(true)} />
              ),
            }}
          />
        </span>
      </div>
      {missing && !agreed ? (
        <p className={styles.unticked} role="alert">
          {t('agreement.missing')}
          {read && onGoOn ? (
            <Button type="link" size="small" onClick={onGoOn}>
              {t('agreement.goOn')}
            </Button>
          ) : null}
        </p>
      ) : null}
      {open ? (
        <Suspense fallback={null}>
          <AgreementSheet
            open
            kind="authorization"
            onClose={(shown) => {
              if (shown) setRead(true);
              setOpen(false);
            }}
            footer={(shown, of) => (
              <Button type="primary" disabled={!shown} onClick={() => answer(true, of)}>
                {t('agreement.accept')}
              </Button>
            )}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
