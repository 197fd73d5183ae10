// The phone on the stage: bezel, picture, what lies over it while it opens, reconnects or is over, and the field that takes the keyboard.
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlayHandle } from '@/core/stream';
import { lastPicture } from '@/features/phones/lastPictures';
import type { PlayState } from './playState';
import styles from './Screen.module.css';
import { useFingers } from './useFingers';
import type { useKeyboard } from './useKeyboard';

interface Props {
  phoneId: number;
  name: string;
  state: PlayState;
  handle: PlayHandle | null;
  host: RefObject<HTMLDivElement | null>;
  keyboard: ReturnType<typeof useKeyboard>;
  /** The end panel. */
  children: ReactNode;
}

/** The shape before the phone says its own. */
const USUAL = { width: 9, height: 16 };

export function Screen({ phoneId, name, state, handle, host, keyboard, children }: Props) {
  const { t } = useTranslation();
  const size = state.size ?? USUAL;
  const { onPointerDown, ...fingers } = useFingers(host, handle, state.control, state.size);
  const last = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const kept = lastPicture(phoneId);
    const place = last.current;
    if (!kept || !place) return;
    const copy = document.createElement('canvas');
    copy.width = kept.width;
    copy.height = kept.height;
    copy.getContext('2d')?.drawImage(kept, 0, 0);
    place.append(copy);
    return () => copy.remove();
  }, [phoneId]);

  return (
    <div
      className={styles.screen}
      data-phase={state.phase}
      style={{ '--ratio': size.width / size.height } as React.CSSProperties}
    >
      <div ref={last} className={styles.last} aria-hidden="true" />
      <div
        ref={host}
        className={styles.picture}
        role="img"
        aria-label={t('play.picture', { name })}
        data-live={state.phase === 'live' || state.phase === 'reconnecting'}
        onPointerDown={(event) => {
          // The field keeps the focus; a finger on glass must not raise the soft keyboard.
          event.preventDefault();
          if (event.pointerType === 'mouse') keyboard.capture();
          onPointerDown(event);
        }}
        {...fingers}
        onContextMenu={(event) => event.preventDefault()}
      />
      <textarea
        ref={keyboard.field}
        className={styles.field}
        aria-label={t('play.textField')}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="none"
        spellCheck={false}
        disabled={!state.control}
        {...keyboard.handlers}
      />
      {keyboard.composing ? <span className={styles.composing}>{keyboard.composing}</span> : null}
      {state.phase === 'opening' ? <Stages stage={state.stage} /> : null}
      {state.phase === 'reconnecting' ? (
        <p className={styles.notice} role="status">
          {t('play.reconnecting', { attempt: state.attempt })}
        </p>
      ) : null}
      {children}
    </div>
  );
}

/** Sign-in, phone, first picture: how far the session has come. */
function Stages({ stage }: { stage: 0 | 1 | 2 }) {
  const { t } = useTranslation();
  return (
    <ol className={styles.stages} aria-hidden="true">
      {([0, 1, 2] as const).map((step) => (
        <li key={step} data-step={step < stage ? 'done' : step === stage ? 'now' : 'later'}>
          {t(`play.stage${step}`)}
        </li>
      ))}
    </ol>
  );
}
