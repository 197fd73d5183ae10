// The last small picture of each phone seen in this tab, to stand in while a page of it opens. In memory only, few, gone with the session.
import { onSessionEnd } from '@/core/session';

const KEPT = 48;
const pictures = new Map<number, HTMLCanvasElement>();

onSessionEnd(() => pictures.clear());

/** Keeps a copy of what a cell's canvas shows. */
export function keepPicture(phoneId: number, shown: HTMLCanvasElement): void {
  if (shown.width === 0 || shown.height === 0) return;
  const copy = document.createElement('canvas');
  copy.width = shown.width;
  copy.height = shown.height;
  try {
    copy.getContext('2d')?.drawImage(shown, 0, 0);
  } catch {
    // A canvas whose worker is gone has nothing to give.
    return;
  }
  pictures.delete(phoneId);
  pictures.set(phoneId, copy);
  for (const oldest of pictures.keys()) {
    if (pictures.size <= KEPT) break;
    pictures.delete(oldest);
  }
}

/** The kept picture, if any. */
export const lastPicture = (phoneId: number): HTMLCanvasElement | undefined => pictures.get(phoneId);
