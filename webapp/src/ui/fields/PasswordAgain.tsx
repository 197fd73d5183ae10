// The password asked again for money and rights. The dialog that sent the call shows the field in itself; a page has a dialog for it.
import { KeyRound } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { provePassword } from '@/core/api';
import { onProofNeeded } from '@/core/proof';
import { faultWords } from '../states/faultWords';
import { PasswordInput } from './inputs';
import styles from './PasswordAgain.module.css';

export interface PasswordAgain {
  /** Whether a call waits for the password. */
  asking: boolean;
  /** Whether the server is checking the password. */
  busy: boolean;
  /** The password field, while the password is asked for. */
  field: ReactNode;
  /** Sends what was typed; a wrong password is said beside the field. */
  submit: () => Promise<void>;
  /** Cancels the waiting call. */
  giveUp: () => void;
}

/** Asks for the password inside the calling component, as long as `open`. */
export function usePasswordAgain(open: boolean): PasswordAgain {
  const { t } = useTranslation();
  const id = useId();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState('');
  const waiting = useRef<((proved: boolean) => void) | null>(null);

  const answer = useCallback((proved: boolean) => {
    waiting.current?.(proved);
    waiting.current = null;
    setAsking(false);
    setPassword('');
    setWrong('');
  }, []);

  useEffect(() => {
    if (!open) return;
    const stop = onProofNeeded(
      () =>
        new Promise((decide) => {
          waiting.current = decide;
          setAsking(true);
        }),
    );
    return () => {
      stop();
      answer(false);
    };
  }, [open, answer]);

  const focus = useCallback(() => document.getElementById(id)?.focus(), [id]);
  useEffect(() => {
    if (asking) focus();
  }, [asking, focus]);

  const submit = async () => {
    if (!waiting.current || busy) return;
    setBusy(true);
    const fault = await provePassword(password).finally(() => setBusy(false));
    if (!fault) return answer(true);
    setWrong(faultWords(fault, t));
    focus();
  };
  const giveUp = useMemo(() => () => answer(false), [answer]);

  const field = asking ? (
    <div className={styles.again}>
      <label htmlFor={id} className={styles.label}>
        {t('passwordAgain.label')}
      </label>
      <PasswordInput
        id={id}
        prefix={<KeyRound size={16} strokeWidth={1.6} aria-hidden />}
        value={password}
        disabled={false}
        autoComplete="current-password"
        status={wrong ? 'error' : ''}
        aria-describedby={`${id}-why`}
        aria-invalid={wrong !== ''}
        onChange={(event) => {
          setPassword(event.target.value);
          setWrong('');
        }}
        onPressEnter={(event) => {
          // The form of the dialog must not be sent a second time.
          event.preventDefault();
          void submit();
        }}
      />
      <div id={`${id}-why`} role={wrong ? 'alert' : undefined} className={wrong ? styles.wrong : styles.why}>
        {wrong || t('passwordAgain.why')}
      </div>
    </div>
  ) : null;
  return { asking, busy, field, submit, giveUp };
}
