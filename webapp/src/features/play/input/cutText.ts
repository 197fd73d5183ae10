// Texts beyond what a message takes are cut, and the page says so.
import { constants } from '@/core/rules';

/** The beginning of a text that fits so many bytes of UTF-8; no character is cut in two. */
export function cutText(text: string, maxBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  return text.slice(0, read);
}

/** What of a text the phone's clipboard takes, and to how many KiB it was cut; null when all of it fits. */
export function forClipboard(text: string): { fits: string; cutToKib: number | null } {
  const limit = constants().clipboardSetMaxBytes;
  const fits = cutText(text, limit);
  return { fits, cutToKib: fits.length < text.length ? Math.floor(limit / 1024) : null };
}
