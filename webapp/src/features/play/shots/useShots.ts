// Screenshots and clips of the phone: asked of the stream, saved under the phone's name and the time, or copied.
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatClock } from '@/core/rules';
import { shareClip } from '@/features/sharing/links/ClipToShare';
import { useToasts } from '@/ui/announce/Toasts';
import { saveFile } from '@/ui/saveText';
import type { Session } from '../session/usePlay';
import { fileName } from './fileName';

/** Seconds for which the toast of a saved clip offers a share link. */
const CLIP_SAVED_S = 15;

export interface Shots {
  /** Saves a screenshot. */
  save: () => void;
  /** Copies a screenshot to the clipboard. */
  copy: () => void;
  /** Starts a clip, or ends and saves the one under way. */
  toggleClip: () => void;
}

export function useShots({ handle, state, listen, onShot, onClip }: Session, name: string): Shots {
  const { t } = useTranslation();
  const toasts = useToasts();
  const wanted = useRef<'save' | ((picture: Blob) => void)>('save');
  // A clip that ends with the page keeps the name of its phone.
  const called = useRef(name);
  called.current = name;

  useEffect(() => {
    onShot.current = (picture) => {
      if (wanted.current === 'save') {
        saveFile(fileName(called.current, Date.now(), 'png'), picture);
        toasts.done(t('play.shotSaved'), { key: 'shot' });
      } else wanted.current(picture);
    };
    onClip.current = (clip, lengthMs) => {
      const file = new File([clip], fileName(called.current, Date.now(), 'mp4'), { type: clip.type });
      saveFile(file.name, file);
      toasts.done(t('play.clipSaved'), {
        key: 'clip',
        text: `${formatClock(lengthMs)} · ${formatBytes(clip.size)}`,
        link: { label: t('play.clipLink'), onClick: () => shareClip(file) },
        seconds: CLIP_SAVED_S,
      });
    };
  }, [onShot, onClip, toasts, t]);

  useEffect(
    () =>
      listen((event) => {
        if (event.type !== 'recorded') return;
        if (event.why === 'empty') toasts.warned(t('play.clipEmpty'), { key: 'clip' });
        if (event.why === 'full') toasts.noted(t('play.clipFull'), { key: 'clip-full' });
        if (event.why !== 'empty' && !event.sound) toasts.noted(t('play.clipSilent'), { key: 'clip-silent' });
      }),
    [listen, toasts, t],
  );

  const copy = useCallback(() => {
    const failed = () => toasts.warned(t('play.shotNotCopied'), { key: 'shot' });
    if (!handle || typeof ClipboardItem === 'undefined' || !navigator.clipboard?.write) return failed();
    // The clipboard item gets the promise: browsers demand that the write begins within the gesture.
    const picture = new Promise<Blob>((resolve) => {
      wanted.current = resolve;
    });
    navigator.clipboard
      .write([new ClipboardItem({ 'image/png': picture })])
      .then(() => toasts.done(t('play.shotCopied'), { key: 'shot' }))
      .catch(failed);
    handle.shoot();
  }, [handle, toasts, t]);

  return {
    save: () => {
      wanted.current = 'save';
      handle?.shoot();
    },
    copy,
    toggleClip: () => (state.clip ? handle?.endRecord() : handle?.record()),
  };
}
