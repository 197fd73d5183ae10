// Files that the page makes: their names and how they are saved.
import { formatTime } from '@/core/rules';

/** `主力-01 2026-11-21 10-24-08.png`: what file systems refuse becomes a dash. */
export const fileName = (name: string, nowMs: number, ending: string): string =>
  `${name} ${formatTime(nowMs)}.${ending}`.replace(/[\\/:*?"<>|\p{Cc}]/gu, '-');

export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
