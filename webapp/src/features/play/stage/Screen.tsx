// The phone on the stage: bezel, picture, the overlays of an opening, reconnecting or ended session, and the keyboard field.
import { type CSSProperties, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import { lastPicture } from '@/features/phones/pictures/lastPictures';
import { Eyes } from '@/ui/Eyes';
import { useFingers } from '../input/useFingers';
import { KeymapLayer } from '../keymap/KeymapLayer';
import { usePlayContext } from '../PlayContext';
import { EndPanel } from './EndPanel';
import styles from './Screen.module.css';

/** Size of the picture before the phone has reported its own. */
const USUAL = { width: 9, height: 16 };

export function Screen() {
  const { state, view } = usePlayContext();
  const { width, height } = state.size ?? USUAL;
  const own = view.ownSize && state.size ? `${width / window.devicePixelRatio}px` : undefined;
  return (
    <div
      className={styles.screen}
      data-phase={state.phase}
      data-lying={width > height}
      style={{ '--ratio': width / height, ...(own ? { width: own } : {}) } as CSSProperties}
    >
      <LastPicture />
      <Picture />
      <KeymapLayer />
      <Black />
      <KeyboardField />
      <Over />
    </div>
  );
}

/** Last small picture of the phone, dimmed, until the first frame arrives. */
function LastPicture() {
  const { phoneId } = usePlayContext();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const kept = lastPicture(phoneId);
    if (!kept || !place.current) return;
    const copy = document.createElement('canvas');
    copy.width = kept.width;
    copy.height = kept.height;
    copy.getContext('2d')?.drawImage(kept, 0, 0);
    place.current.append(copy);
    return () => copy.remove();
  }, [phoneId]);
  return <div ref={place} className={styles.last} aria-hidden="true" />;
}

/** Element that holds the canvas and takes pointers. */
function Picture() {
  const { t } = useTranslation();
  const { name, state, handle, host, keyboard } = usePlayContext();
  const { onPointerDown, ...fingers } = useFingers(host, handle, state.control, state.size);
  return (
    <div
      ref={host}
      className={styles.picture}
      role="img"
      aria-label={t('play.picture', { name })}
      data-live={state.phase === 'live' || state.phase === 'reconnecting'}
      onPointerDown={(event) => {
        // A press must not take the focus from the field, and a tap must not raise the soft keyboard.
        event.preventDefault();
        if (event.pointerType === 'mouse') keyboard.capture();
        onPointerDown(event);
      }}
      {...fingers}
      onContextMenu={(event) => event.preventDefault()}
    />
  );
}

/** Notice of a black picture: Android sends black for a window that forbids capture, which is no fault. */
function Black() {
  const { t } = useTranslation();
  const { state } = usePlayContext();
  if (!state.black || state.phase !== 'live') return null;
  return (
    <p className={styles.notice} role="status">
      {t('play.black')}
    </p>
  );
}

function KeyboardField() {
  const { t } = useTranslation();
  const { state, keyboard } = usePlayContext();
  return (
    <>
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
    </>
  );
}

/** Overlay over the picture. The readout names the steps of an opening session in words. */
function Over() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { phoneId, state, reopen, embedded } = usePlayContext();
  switch (state.phase) {
    case 'opening':
      return (
        <div className={styles.opening} aria-hidden="true">
          <Eyes look="half" width={64} />
        </div>
      );
    case 'reconnecting':
      return (
        <p className={styles.notice} role="status">
          {state.attempt === 0 ? t('play.phoneBack') : t('play.reconnecting', { attempt: state.attempt })}
        </p>
      );
    case 'over':
      return state.over ? (
        <EndPanel
          over={state.over}
          phoneId={phoneId}
          embedded={embedded}
          onRetry={reopen}
          onWatch={() => void navigate(paths.play(phoneId, 'view'), { replace: true })}
        />
      ) : null;
    case 'live':
      return null;
  }
}
