// Tells the server which pages are opened: gathered for a moment, sent once, never waited for, never missed when it fails.
import { useEffect } from 'react';
import { ask, call } from '@/core/api';
import type { Body } from '@/core/operations';
import { getView, isSignedIn, onSessionEnd } from '@/core/session';

type View = Pick<Body<'track_page_view'>, 'path' | 'title' | 'at'>;

const GATHER_MS = 1000;
/** Most that one call takes; what comes beyond it within the moment is not told. */
const MOST = 20;

let gathered: View[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

function send(): void {
  clearTimeout(timer);
  timer = undefined;
  const last = gathered.pop();
  const earlier = gathered;
  gathered = [];
  if (!last || !isSignedIn() || getView()) return;
  // Failures are ignored: tracking is no business of the member's.
  void call(ask('track_page_view', { ...last, ...(earlier.length > 0 ? { earlier } : {}) }, { quiet: true })).catch(
    () => {},
  );
}

/** Notes that a page was opened. */
export function notePageView(path: string, title: string): void {
  if (gathered.length < MOST) gathered.push({ path, title, at: Date.now() });
  timer ??= setTimeout(send, GATHER_MS);
}

// Pages that one member opened are not told as the next one's.
onSessionEnd(() => {
  clearTimeout(timer);
  timer = undefined;
  gathered = [];
});

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') send();
});

/** Notes each change of page. `of`: what the page shows, where another such is another page; it is not told. */
export function usePageViews(path: string | null, title: string, of = ''): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is no other page.
  useEffect(() => {
    if (path !== null) notePageView(path, title);
  }, [path, of]);
}
