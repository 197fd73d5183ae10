// Scripts and styles that come after the page. A script may be gone after an update of the server: the page then reloads, once, and so
// gets the new index. A style that did not come is asked for again by whoever tries its part once more: the bundler would not.
import { firstTimeInTab, forgetInTab } from './storage';

const MARK = 'owl-chunk-reload';
const SETTLED_MS = 10_000;

let leaving = false;
const broken = new Set<HTMLLinkElement>();

window.addEventListener('vite:preloadError', () => {
  // Without network a reload would leave nothing at all.
  if (!navigator.onLine || !firstTimeInTab(MARK)) return;
  leaving = true;
  window.location.reload();
});

// A page that has been open for a while was loaded completely: after a later update it may reload once more.
window.setTimeout(() => forgetInTab(MARK), SETTLED_MS);

window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') broken.add(target);
  },
  { capture: true },
);

/** Whether the page is about to reload; failures need not be shown any more. */
export const isReloading = (): boolean => leaving;

/** Loads the styles that failed once more; rejects when one fails again. */
export async function mendStyles(): Promise<void> {
  const links = [...broken];
  broken.clear();
  await Promise.all(
    links.map(
      (link) =>
        new Promise<void>((done, failed) => {
          const again = link.cloneNode() as HTMLLinkElement;
          again.addEventListener('load', () => done());
          again.addEventListener('error', () => failed(new Error(`no ${again.href}`)));
          link.replaceWith(again);
        }),
    ),
  );
}
