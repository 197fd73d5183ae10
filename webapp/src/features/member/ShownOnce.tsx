// A text that is shown this once: a token, a secret. Whoever closes the dialog has kept it.
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCopy } from '@/ui/Copy';
import { Note } from '@/ui/Note';
import { Sheet } from '@/ui/Sheet';
import styles from './Tokens.module.css';

interface Props {
  text: string | null;
  title: string;
  /** What happens to whoever loses or shows it. */
  note: string;
  /** The button's words. */
  copy: string;
  onClose: () => void;
}

export function ShownOnce({ text, title, note, copy, onClose }: Props) {
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
    </Sheet>
  );
}
