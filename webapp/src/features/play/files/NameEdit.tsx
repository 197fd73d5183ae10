// Name field inside the list, for a new folder or a renamed entry. A refusal is shown below it.
import { Button, Input, type InputRef } from 'antd';
import { Check, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { faultWords } from '@/ui/states/faultWords';
import styles from './Files.module.css';

interface Props {
  label: string;
  initial?: string;
  onSubmit: (name: string) => Promise<CallFault | undefined>;
  onCancel: () => void;
}

const ICON = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

export function NameEdit({ label, initial = '', onSubmit, onCancel }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const field = useRef<InputRef>(null);
  const [text, setText] = useState(initial);
  const [said, setSaid] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    // Selects the name without its extension, which is rarely changed.
    const dot = initial.lastIndexOf('.');
    field.current?.focus();
    field.current?.setSelectionRange(0, dot > 0 ? dot : initial.length);
  }, [initial]);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (text === initial) return onCancel();
    setBusy(true);
    const refused = await onSubmit(text).finally(() => setBusy(false));
    if (refused) setSaid(faultWords(refused, t));
  };
  // Keys typed here must not reach the list, where they are commands.
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape') onCancel();
  };
  return (
    <form className={styles.edit} onSubmit={send} noValidate>
      <div className={styles.editLine}>
        <Input
          ref={field}
          size="small"
          value={text}
          autoComplete="off"
          spellCheck={false}
          aria-label={label}
          placeholder={label}
          aria-invalid={said !== null}
          aria-describedby={`${id}-said`}
          status={said ? 'error' : ''}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setSaid(null);
            setText(event.target.value);
          }}
        />
        <Button
          size="small"
          htmlType="submit"
          loading={busy}
          icon={<Check {...ICON} />}
          aria-label={t('common.confirm')}
        />
        <Button size="small" type="text" icon={<X {...ICON} />} aria-label={t('common.cancel')} onClick={onCancel} />
      </div>
      <p id={`${id}-said`} className={styles.said} role="status">
        {said}
      </p>
    </form>
  );
}
