// The clip that is to be shared by a link: named where it was recorded or lies, asked about over whatever page is open.
import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { withWords } from '@/i18n';
import { lazyWithRetry } from '@/ui/lazyWithRetry';

/** A recording, or a file that the server has. */
export type Shareable = File | { uploadId: number; name: string };

const ShareClipDialog = lazyWithRetry(() => withWords(['sharing', 'links'], () => import('./ShareClipDialog')), 'over');

let clip: Shareable | null = null;
const listeners = new Set<() => void>();

/** Asks how a clip is to be shared. */
export function shareClip(next: Shareable | null): void {
  clip = next;
  for (const listener of listeners) listener();
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

const close = () => shareClip(null);

export function ClipToShare() {
  const shared = useSyncExternalStore(subscribe, () => clip);
  // A clip that was still asked about when its member signed out is not the next member's.
  useEffect(() => close, []);
  return <Suspense fallback={null}>{shared ? <ShareClipDialog clip={shared} onClose={close} /> : null}</Suspense>;
}
