// Copying: a hook that copies and says whether it worked, a small button for texts, and ids in mono type with that button.
import { Copy as CopyIcon } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../announce/Toasts';
import styles from './Copy.module.css';

async function write(text: string): Promise<boolean> {
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
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return done;
}

/** Copies `text` and tells; `what` is how the toast names it, where the text is long. Nothing to copy: nothing happens. */
export function useCopy(): (text: string, what?: string) => Promise<void> {
  const { t } = useTranslation();
  const toasts = useToasts();
  return useCallback(
    async (text, what) => {
      if (text === '') return;
      if (await write(text)) toasts.done(t('common.copied', { text: what ?? text }));
      else toasts.failed(t('common.copyFailed'));
    },
    [t, toasts],
  );
}

interface Props {
  text: string;
  /** Name of the text, for the button and the toast; the text itself unless given. */
  what?: string;
  /** -1 where the keyboard has it elsewhere. */
  tabIndex?: number | undefined;
}

/** A small copy button. */
export function Copy({ text, what, tabIndex }: Props) {
  const { t } = useTranslation();
  const copy = useCopy();
  return (
    <button
      type="button"
      className={`owl-plain-button ${styles.copy}`}
      tabIndex={tabIndex}
      aria-label={t('common.copy', { text: what ?? text })}
      onClick={(event) => {
        event.stopPropagation();
        void copy(text, what);
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <CopyIcon size={12} aria-hidden="true" />
    </button>
  );
}
