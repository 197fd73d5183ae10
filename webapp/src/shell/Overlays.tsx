// What lies over the page (settings, palette, help, feedback), loaded when first wanted, and the keys that bring it.
import { lazy, Suspense, useEffect, useState } from 'react';
import type { PermittedRoute } from '@/app/permitted';
import { useAppDispatch, useAppSelector } from '@/app/store';
import { withWords } from '@/i18n';
import { isWriting } from './keys';
import { type Overlay, overlayShown } from './slice';

const SettingsDrawer = lazy(() => import('./SettingsDrawer'));
const Palette = lazy(() => import('./Palette'));
const KeyHelp = lazy(() => import('./KeyHelp'));
const FeedbackDialog = lazy(() => withWords(['ui'], () => import('@/features/feedback/FeedbackDialog')));

export function Overlays({ routes }: { routes: readonly PermittedRoute[] }) {
  const overlay = useAppSelector((state) => state.shell.overlay);
  const [wanted, setWanted] = useState<readonly Overlay[]>([]);
  useKeys();
  // Kept once loaded: it closes with its own movement.
  useEffect(() => {
    if (overlay) setWanted((before) => (before.includes(overlay) ? before : [...before, overlay]));
  }, [overlay]);
  return (
    <Suspense fallback={null}>
      {wanted.includes('settings') ? <SettingsDrawer /> : null}
      {wanted.includes('palette') ? <Palette routes={routes} /> : null}
      {wanted.includes('help') ? <KeyHelp /> : null}
      {wanted.includes('feedback') ? <FeedbackDialog /> : null}
    </Suspense>
  );
}

/** Ctrl or ⌘ with K: the palette. "?": the keys. What a field or a phone has taken is left alone. */
function useKeys(): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const command = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (command && event.key.toLowerCase() === 'k' && !event.defaultPrevented) {
        event.preventDefault();
        dispatch(overlayShown('palette'));
      } else if (event.key === '?' && !command && !isWriting(event)) {
        event.preventDefault();
        dispatch(overlayShown('help'));
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [dispatch]);
}
