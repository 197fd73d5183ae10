// Names another member by the full phone number: the number is checked as it is typed, then asked for once, and answered by a masked name.
import { Input, Spin } from 'antd';
import { CircleCheck } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { checkPhoneNumber } from '@/core/rules';
import { faultWords } from '../states/faultWords';
import styles from './PersonPicker.module.css';

export interface Person {
  /** Masked. */
  name: string;
  /** Masked. */
  phone: string;
  /** Handle that the server takes instead of an id. */
  handle: string;
}

type Answer = { person: Person; fault?: undefined } | { person?: undefined; fault: CallFault };

interface Props {
  label: string;
  /** Asks the server for the member with this number. */
  ask: (phone: string) => Promise<Answer>;
  /** Person who was found; null while there is nobody. */
  onChange: (person: Person | null) => void;
  /** Behind the name: "can be granted". */
  note?: string;
  autoFocus?: boolean;
}

const TYPING_PAUSE_MS = 350;

export function PersonPicker({ label, ask, onChange, note, autoFocus = false }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState('');
  const [left, setLeft] = useState(false);
  const [asking, setAsking] = useState(false);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const told = useRef({ ask, onChange });
  told.current = { ask, onChange };
  const invalid = text.trim() === '' ? undefined : checkPhoneNumber(text);

  useEffect(() => {
    setAnswer(null);
    told.current.onChange(null);
    if (text.trim() === '' || checkPhoneNumber(text) !== undefined) return;
    let current = true;
    const timer = window.setTimeout(async () => {
      setAsking(true);
      const found = await told.current.ask(text.trim());
      if (!current) return;
      setAsking(false);
      setAnswer(found);
      told.current.onChange(found.person ?? null);
    }, TYPING_PAUSE_MS);
    return () => {
      current = false;
      setAsking(false);
      window.clearTimeout(timer);
    };
  }, [text]);

  const said = left && invalid ? invalid : answer?.fault ? faultWords(answer.fault, t) : null;
  return (
    <div className={styles.picker}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <Input
        id={id}
        value={text}
        inputMode="tel"
        autoComplete="off"
        autoFocus={autoFocus}
        status={said ? 'error' : ''}
        placeholder={t('pick.phoneNumber')}
        aria-describedby={`${id}-said`}
        aria-invalid={said !== null}
        onChange={(event) => {
          setLeft(false);
          setText(event.target.value);
        }}
        onBlur={() => setLeft(true)}
        suffix={asking ? <Spin size="small" /> : <span />}
      />
      <p id={`${id}-said`} className={styles.said} data-tone={said ? 'err' : 'ok'} role="status">
        {said ??
          (answer?.person ? (
            <>
              <CircleCheck size={14} strokeWidth={1.6} aria-hidden="true" />
              {answer.person.name} {answer.person.phone}
              {note ? t('pick.note', { note }) : ''}
            </>
          ) : (
            ''
          ))}
      </p>
    </div>
  );
}
