// A page's script may be gone after an update of the server: the page then reloads, once, and so gets the new index.
import { firstTimeInTab, forgetInTab } from '@/core/storage';

const MARK = 'owl-chunk-reload';
const SETTLED_MS = 10_000;

window.addEventListener('vite:preloadError', (event) => {
  // Without network a reload would leave nothing at all.
  if (!navigator.onLine || !firstTimeInTab(MARK)) return;
  event.preventDefault();
  window.location.reload();
});

// A page that has stood for a while loaded well: a later update may reload again.
window.setTimeout(() => forgetInTab(MARK), SETTLED_MS);
