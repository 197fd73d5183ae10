// "I agree to … and …": each name opens its text.
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import styles from './SignInPage.module.css';

type Text = 'terms' | 'privacy';

export function Agreements() {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Text | null>(null);
  const link = (text: Text) => (
    <button type="button" className={`owl-plain-button ${styles.link}`} onClick={() => setOpen(text)} />
  );
  return (
    <span className={styles.agree}>
      <Trans i18nKey="signIn.agree" components={{ terms: link('terms'), privacy: link('privacy') }} />
      <Modal
        open={open !== null}
        title={open ? t(`agreements.${open}.title`) : ''}
        onCancel={() => setOpen(null)}
        width={480}
        footer={
          <Button type="primary" onClick={() => setOpen(null)}>
            {t('common.close')}
          </Button>
        }
        destroyOnHidden
      >
        {open
          ? (['one', 'two', 'three', 'four'] as const).map((part) => (
              <p key={part} className={`${styles.clause} owl-prose`}>
                {t(`agreements.${open}.${part}`)}
              </p>
            ))
          : null}
      </Modal>
    </span>
  );
}
