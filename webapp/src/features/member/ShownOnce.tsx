// A text that is shown this once: a token, a secret. Whoever closes the dialog has kept it.
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { API_DOCUMENT } from '@/core/base';
import { Copy, useCopy } from '@/ui/copy/Copy';
import { Sheet } from '@/ui/dialogs/Sheet';
import { Note } from '@/ui/Note';
import styles from './Tokens.module.css';

interface Props {
  text: string | null;
  title: string;
  /** Warning of what happens when the text is lost or shown to others. */
  note: string;
  /** The button's words. */
  copy: string;
  /** A command that uses it, ready to be run. */
  example?: string | undefined;
  onClose: () => void;
}

export function ShownOnce({ text, title, note, copy, example, onClose }: Props) {
  const { t } = useTranslation();
  const toClipboard = useCopy();
  return (
    <Sheet
      open={text !== null}
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('tokens.kept')}</Button>
          <Button type="primary" onClick={() => void toClipboard(text ?? '', title)}>
            {copy}
          </Button>
        </>
      }
    >
      <Note tone="warning">{note}</Note>
      <p className={`${styles.token} owl-mono`} role="status">
        {text}
      </p>
      {example ? (
        <section className={styles.example} aria-label={t('tokens.example')}>
          <h3>
            {t('tokens.example')} <Copy text={example} what={t('tokens.example')} />
          </h3>
          <pre className="owl-mono">{example}</pre>
          <ApiDocument />
        </section>
      ) : null}
    </Sheet>
  );
}

/** Leads to the description of all calls, as programs read it. */
export function ApiDocument() {
  const { t } = useTranslation();
  return (
    <a className={styles.document} href={API_DOCUMENT} target="_blank" rel="noopener">
      {t('tokens.document')}
    </a>
  );
}
