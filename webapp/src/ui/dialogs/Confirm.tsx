// Asks before something is lost: what goes, what stays, which phones, and, where many are concerned, their number typed.
import { Button, Input, type InputRef } from 'antd';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { viewOnly } from '@/core/viewOnly';
import { Bold } from '../Bold';
import { usePasswordAgain } from '../fields/PasswordAgain';
import { ChangeButton } from '../rights/ChangeButton';
import styles from './Confirm.module.css';
import { Sheet } from './Sheet';

const FILM_MAX = 10;

interface Props {
  open: boolean;
  /** A question: "Reset 12 phones to factory?" */
  title: string;
  /** Consequences: what is lost, and what stays. */
  children: ReactNode;
  /** Verb and number: "Reset 12 phones". */
  verb: string;
  /** The action is not destructive; its button is not red. */
  mild?: boolean;
  /** Number that must be typed before the button is enabled. */
  count?: number;
  /** Pictures of the phones concerned; ten are shown, the rest counted. */
  film?: readonly ReactNode[];
  /** The button waits for it. */
  onConfirm: () => Promise<unknown> | undefined;
  onClose: () => void;
}

export function Confirm(props: Props) {
  const { open, title, children, verb, mild = false, count, film = [], onConfirm, onClose } = props;
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [sending, setBusy] = useState(false);
  const again = usePasswordAgain(open);
  const busy = again.busy || (sending && !again.asking);
  const field = useRef<InputRef>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const matches = count === undefined || typed.trim() === String(count);

  useEffect(() => {
    if (open) setTyped('');
  }, [open]);

  const confirm = async () => {
    if (again.asking) return again.submit();
    if (!matches || busy || viewOnly() !== null) return;
    setBusy(true);
    try {
      await onConfirm();
      onClose();
    } finally {
      setBusy(false);
    }
  };

  const leave = () => {
    if (busy) return;
    again.giveUp();
    onClose();
  };

  return (
    <Sheet
      open={open}
      title={title}
      onClose={leave}
      onOpened={() => (count === undefined ? cancel.current : field.current)?.focus()}
      footer={
        <>
          <Button ref={cancel} onClick={leave} disabled={busy}>
            {t('common.cancel')}
          </Button>
          <ChangeButton type="primary" danger={!mild} disabled={!matches} loading={busy} onClick={confirm}>
            {verb}
          </ChangeButton>
        </>
      }
    >
      <div className={`${styles.text} owl-prose`}>{children}</div>
      {film.length > 0 ? (
        <div className={styles.film} aria-hidden="true">
          {film.slice(0, FILM_MAX)}
          {film.length > FILM_MAX ? <span className="owl-figures">+{film.length - FILM_MAX}</span> : null}
        </div>
      ) : null}
      {count === undefined ? null : (
        <div className={styles.typing}>
          <label htmlFor={id}>
            <Bold text={t('confirm.type', { n: count })} />
          </label>
          <Input
            id={id}
            ref={field}
            value={typed}
            inputMode="numeric"
            autoComplete="off"
            disabled={again.asking}
            onChange={(event) => setTyped(event.target.value)}
            onPressEnter={(event) => {
              // The dialog goes and the focus returns to the button that opened it: the same Enter must not press that again.
              event.preventDefault();
              void confirm();
            }}
          />
        </div>
      )}
      {again.field}
    </Sheet>
  );
}
