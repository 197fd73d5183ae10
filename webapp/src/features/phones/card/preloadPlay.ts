// Preloads the play page's code while the pointer rests on a card, before the click.
import { withWords } from '@/i18n';

let asked = false;

/** Loads the code once; a failed load is repeated when the page is opened. */
export function preloadPlay(): void {
  if (asked) return;
  asked = true;
  withWords(['ui', 'phones', 'play'], () => import('@/features/play/PlayPage')).catch(() => {
    asked = false;
  });
}
