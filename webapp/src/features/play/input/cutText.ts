// Cuts texts that are longer than a message may be; the page shows that it did.
import { constants } from '@/core/rules';

/** The longest beginning of a text that fits a number of bytes of UTF-8, without splitting a character. */
export function cutText(text: string, maxBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  return text.slice(0, read);
}

/** The part of a text that the phone's clipboard takes, and the KiB to which it was cut; null when all of it fits. */
export function forClipboard(text: string): { fits: string; cutToKib: number | null } {
  const limit = constants().clipboardSetMaxBytes;
  const fits = cutText(text, limit);
  return { fits, cutToKib: fits.length < text.length ? Math.floor(limit / 1024) : null };
}
