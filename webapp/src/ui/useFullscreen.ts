// The browser's full screen: whether something fills the screen now, and the switch for it.
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from './announce/Toasts';

function subscribe(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
}

const isOn = (): boolean => Boolean(document.fullscreenElement);

/** `place` fills the screen, or the whole document; a browser without a full screen says so. */
export function useFullscreen(place: () => Element | null = () => document.documentElement) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const on = useSyncExternalStore(subscribe, isOn);
  const toggle = () => {
    if (!document.fullscreenEnabled) toasts.warned(t('shell.noFullscreen'));
    else if (document.fullscreenElement) void document.exitFullscreen();
    else void place()?.requestFullscreen();
  };
  return { on, toggle };
}
