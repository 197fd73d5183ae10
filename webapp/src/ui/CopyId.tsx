// An id in mono type with a copy button that says whether it worked.
import { App } from 'antd';
import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './CopyId.module.css';

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Plain http has no clipboard interface; a selected field can still be copied there. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  return done;
}

export function CopyId({ id }: { id: string }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const onCopy = async (event: React.MouseEvent) => {
    event.stopPropagation();
    if (await copy(id)) message.success(t('common.copied', { text: id }));
    else message.error(t('common.copyFailed'));
  };
  return (
    <span className={styles.id}>
      <span className="owl-mono">{id}</span>
      <button
        type="button"
        className={`owl-plain-button ${styles.copy}`}
        aria-label={t('common.copy', { text: id })}
        onClick={onCopy}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        <Copy size={12} />
      </button>
    </span>
  );
}
