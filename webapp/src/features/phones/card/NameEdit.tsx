// Inline field for a phone's name: Enter or blur saves a valid name, Esc cancels. Loaded when the first name is edited.
import { Input } from 'antd';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkName, constants, isComposing } from '@/core/rules';
import { useBegin } from '@/features/operations/useBegin';
import { faultWords } from '@/ui/states/faultWords';
import type { Phone } from '../api';
import styles from './NameEdit.module.css';

interface Props {
  phone: Phone;
  /** Ends the editing; `byKey` returns the focus to the card. */
  onClose: (byKey: boolean) => void;
}

export default function NameEdit({ phone, onClose }: Props) {
  const { t } = useTranslation();
  const begin = useBegin();
  const id = useId();
  const [text, setText] = useState(phone.phoneAlias);
  const [said, setSaid] = useState<string | null>(null);
  const sent = useRef(false);

  const save = async (byKey: boolean) => {
    if (sent.current) return;
    const name = text.trim();
    if (name === phone.phoneAlias) return onClose(byKey);
    const wrong = checkName(text);
    // An invalid name is dropped on blur: it must not hold the focus.
    if (wrong) return byKey ? setSaid(wrong) : onClose(false);
    sent.current = true;
    const refused = await begin({ kind: 'rename', phoneIds: [phone.phoneId], phoneAlias: name, first: 1 });
    if (!refused) return onClose(byKey);
    sent.current = false;
    setSaid(faultWords(refused, t));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Enter') void save(true);
    else if (event.key === 'Escape') {
      sent.current = true;
      onClose(true);
    }
  };
  return (
    <span className={styles.edit}>
      <Input
        autoFocus
        size="small"
        value={text}
        maxLength={2 * constants().nameMaxChars}
        autoComplete="off"
        aria-label={t('rename.name')}
        aria-invalid={said !== null}
        aria-describedby={`${id}-said`}
        status={said ? 'error' : ''}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setSaid(null);
          setText(event.target.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => void save(false)}
      />
      <span id={`${id}-said`} className={styles.said} role="status">
        {said}
      </span>
    </span>
  );
}
