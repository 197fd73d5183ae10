// One name on one line: a new group, another name of a tag. The rule is checked when it is sent, and what is refused is said below.
import { Button } from 'antd';
import { Check, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { checkName, constants } from '@/core/rules';
import { ChangeButton } from '../rights/ChangeButton';
import { faultWords } from '../states/faultWords';
import { CountedInput } from './CountedInput';
import styles from './NameField.module.css';

interface Props {
  /** Label for screen readers: what is named. */
  label: string;
  initial?: string;
  /** The button's words; a check mark without them. */
  submit?: string;
  placeholder?: string;
  autoFocus?: boolean;
  /** Sends the name; answers a refusal, or nothing, after which the field is emptied. */
  onSubmit: (name: string) => Promise<CallFault | undefined>;
  /** Escape and a cross lead out; a name that stands for itself has none. */
  onCancel?: () => void;
}

export function NameField({ label, initial = '', submit, placeholder, autoFocus = false, onSubmit, onCancel }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState(initial);
  const [said, setSaid] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const wrong = checkName(text);
    if (wrong) return setSaid(wrong);
    if (initial && text.trim() === initial) return onCancel?.();
    setBusy(true);
    const refused = await onSubmit(text).finally(() => setBusy(false));
    if (refused) setSaid(faultWords(refused, t));
    else setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !onCancel) return;
    event.stopPropagation();
    onCancel();
  };
  return (
    <form className={styles.field} onSubmit={send} noValidate>
      <div className={styles.line}>
        <CountedInput
          max={constants().nameMaxChars}
          value={text}
          autoFocus={autoFocus}
          autoComplete="off"
          aria-label={label}
          aria-invalid={said !== null}
          aria-describedby={`${id}-said`}
          status={said ? 'error' : ''}
          {...(placeholder ? { placeholder } : {})}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setSaid(null);
            setText(event.target.value);
          }}
        />
        <ChangeButton
          htmlType="submit"
          loading={busy}
          {...(submit
            ? { children: submit }
            : { icon: <Check size={16} strokeWidth={1.6} />, 'aria-label': t('common.confirm') })}
        />
        {onCancel ? (
          <Button
            type="text"
            icon={<X size={16} strokeWidth={1.6} />}
            aria-label={t('common.cancel')}
            onClick={onCancel}
          />
        ) : null}
      </div>
      <p id={`${id}-said`} className={styles.said} role="status">
        {said}
      </p>
    </form>
  );
}
