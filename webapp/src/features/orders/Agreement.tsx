// The authorization agreement: it is read before it can be ticked, and ticked before anything is paid.
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Sheet } from '@/ui/Sheet';
import styles from './Order.module.css';

interface Props {
  agreed: boolean;
  onChange: (agreed: boolean) => void;
  /** What is said because it was not ticked; nothing as long as nobody asked. */
  missing: boolean;
  /** How long after its end a phone can be renewed. */
  graceDays: number;
}

const CLAUSES = ['one', 'two', 'three', 'four', 'five'] as const;

export function Agreement({ agreed, onChange, missing, graceDays }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [read, setRead] = useState(false);
  const answer = (given: boolean) => {
    setRead(true);
    setOpen(false);
    onChange(given);
  };
  return (
    <div className={styles.agreement} data-missing={missing && !agreed}>
      <div className={styles.agree}>
        <Checkbox
          checked={agreed}
          aria-label={t('agreement.label')}
          onChange={(event) => {
            if (event.target.checked && !read) setOpen(true);
            else onChange(event.target.checked);
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
        </p>
      ) : null}
      <Sheet
        open={open}
        title={t('agreement.title')}
        onClose={() => {
          setRead(true);
          setOpen(false);
        }}
        footer={
          <Button type="primary" onClick={() => answer(true)}>
            {t('agreement.accept')}
          </Button>
        }
      >
        {CLAUSES.map((clause) => (
          <p key={clause} className={`${styles.clause} owl-prose`}>
            {t(`agreement.${clause}`, { n: graceDays })}
          </p>
        ))}
      </Sheet>
    </div>
  );
}
