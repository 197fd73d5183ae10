// The code of the play page comes while the pointer rests on a card, before the click.
import { withWords } from '@/i18n';

let asked = false;

/** Asks for it once; what did not come is asked for again when the page is opened. */
export function preloadPlay(): void {
  if (asked) return;
  asked = true;
  withWords(['ui', 'phones', 'play'], () => import('@/features/play/PlayPage')).catch(() => {
    asked = false;
  });
}
