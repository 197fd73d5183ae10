// Last small picture of each phone seen in this tab, a placeholder while its page opens. In memory only, limited in number, dropped with the session.
import { onSessionEnd } from '@/core/session';

const KEPT = 48;
const pictures = new Map<number, HTMLCanvasElement>();

onSessionEnd(() => pictures.clear());

/** Stores a copy of a cell's canvas. */
export function keepPicture(phoneId: number, shown: HTMLCanvasElement): void {
  if (shown.width === 0 || shown.height === 0) return;
  const copy = document.createElement('canvas');
  copy.width = shown.width;
  copy.height = shown.height;
  try {
    copy.getContext('2d')?.drawImage(shown, 0, 0);
  } catch {
    // The canvas of a terminated worker cannot be copied.
    return;
  }
  pictures.delete(phoneId);
  pictures.set(phoneId, copy);
  for (const oldest of pictures.keys()) {
    if (pictures.size <= KEPT) break;
    pictures.delete(oldest);
  }
}

/** Stored picture of a phone, if any. */
export const lastPicture = (phoneId: number): HTMLCanvasElement | undefined => pictures.get(phoneId);
