// The page that most visits begin with, with its words. The router asks for its code at once, while the server is still asked what the member may open.
import { withWords } from '@/i18n';

const load = () =>
  withWords(['ui', 'phones', 'operations'], async () => ({ default: (await import('./console')).HomePage }));

let coming: ReturnType<typeof load> | null = null;

/** Loads the page of my phones; a failed load is tried again at the next call. */
export function homePage(): ReturnType<typeof load> {
  coming ??= load().catch((cause: unknown) => {
    coming = null;
    throw cause;
  });
  return coming;
}
