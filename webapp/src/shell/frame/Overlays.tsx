// Overlays of the page (settings, palette, help, feedback, sharing), loaded when first wanted, and the keys that bring them.
import { Suspense, useEffect, useState } from 'react';
import { useAppDispatch, useAppSelector } from '@/app/store';
import { onProofNeeded } from '@/core/proof';
import { withWords } from '@/i18n';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { isWriting } from '../keys/keys';
import { FieldAhead } from '../palette/FieldAhead';
import type { PaletteProps } from '../palette/Palette';
import { type Overlay, overlayShown } from '../slice';

/** Closed while it could not be loaded: unmounted, to be asked for again. */
type Closed = { onClose: () => void };
const SettingsDrawer = lazyWithRetry<Closed>(() => import('../settings/SettingsDrawer'), 'over');
const Palette = lazyWithRetry<Closed & PaletteProps & ReturnType<typeof useQuery>>(
  () => import('../palette/Palette'),
  'quiet',
);
const KeyHelp = lazyWithRetry<Closed>(() => import('../keys/KeyHelp'), 'over');
const FeedbackDialog = lazyWithRetry<Closed>(
  () => withWords(['ui'], () => import('@/features/feedback/FeedbackDialog')),
  'over',
);
const SharingDialog = lazyWithRetry<Closed>(
  () => withWords(['ui', 'sharing'], () => import('@/features/sharing/SharingDialog')),
  'over',
);

const ProofDialog = lazyWithRetry<{ onClose: (proved?: boolean) => void }>(
  () => withWords(['ui'], () => import('./ProofDialog')),
  'over',
);

export function Overlays(props: PaletteProps) {
  const dispatch = useAppDispatch();
  const overlay = useAppSelector((state) => state.shell.overlay);
  const [wanted, setWanted] = useState<readonly Overlay[]>([]);
  const proof = useProof();
  const asked = useQuery(overlay === 'palette');
  useKeys();
  // Kept once loaded: it closes with its own movement.
  useEffect(() => {
    if (overlay) setWanted((before) => (before.includes(overlay) ? before : [...before, overlay]));
  }, [overlay]);
  const closed = (which: Overlay) => () => {
    setWanted((before) => before.filter((each) => each !== which));
    // A different overlay may have been opened while this one closed.
    if (overlay === which) dispatch(overlayShown(null));
  };
  return (
    <Suspense fallback={null}>
      {wanted.includes('settings') ? <SettingsDrawer onClose={closed('settings')} /> : null}
      {wanted.includes('palette') ? (
        <FieldAhead open={overlay === 'palette'} {...asked} onClose={() => dispatch(overlayShown(null))}>
          <Palette {...props} {...asked} onClose={closed('palette')} />
        </FieldAhead>
      ) : null}
      {wanted.includes('help') ? <KeyHelp onClose={closed('help')} /> : null}
      {wanted.includes('sharing') ? <SharingDialog onClose={closed('sharing')} /> : null}
      {wanted.includes('feedback') ? <FeedbackDialog onClose={closed('feedback')} /> : null}
      {proof ? <ProofDialog onClose={proof} /> : null}
    </Suspense>
  );
}

/** The question for the password that comes from the page itself: how it is answered, while it is asked. */
function useProof(): ((proved?: boolean) => void) | null {
  const [decide, setDecide] = useState<((proved: boolean) => void) | null>(null);
  useEffect(() => onProofNeeded(() => new Promise((resolve) => setDecide(() => resolve))), []);
  if (!decide) return null;
  return (proved = false) => {
    decide(proved);
    setDecide(null);
  };
}

/** Query of the palette. Letters that come before a field is there, and has the focus, are kept for it. */
function useQuery(open: boolean) {
  const [query, setQuery] = useState('');
  useEffect(() => {
    if (!open) return;
    setQuery('');
    const onKey = (event: KeyboardEvent) => {
      const letter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      // Space is a button's own: where the palette did not come, it tries again.
      const presses = event.key === ' ' && event.target instanceof HTMLButtonElement;
      if (!(letter || event.key === 'Backspace') || presses || isWriting(event)) return;
      event.preventDefault();
      event.stopPropagation();
      setQuery((before) => (letter ? before + event.key : before.slice(0, -1)));
    };
    // Before whatever has the focus: a card of the list has keys of its own.
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [open]);
  return { query, onQuery: setQuery };
}

/** "/", and Ctrl or ⌘ with K: the palette. "?": the keys. What a field or a phone has taken is left alone. */
function useKeys(): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const command = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (command && event.key.toLowerCase() === 'k' && !event.defaultPrevented) {
        event.preventDefault();
        dispatch(overlayShown('palette'));
        return;
      }
      const over = { '/': 'palette', '?': 'help' } as const;
      if (!(event.key in over) || command || event.altKey || isWriting(event)) return;
      event.preventDefault();
      dispatch(overlayShown(over[event.key as keyof typeof over]));
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [dispatch]);
}
