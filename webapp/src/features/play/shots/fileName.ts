// Names of the files that the page makes.
import { formatTime } from '@/core/rules';

/** `主力-01 2026-11-21 10-24-08.png`: what file systems refuse becomes a dash. */
export const fileName = (name: string, nowMs: number, ending: string): string =>
  `${name} ${formatTime(nowMs)}.${ending}`.replace(/[\\/:*?"<>|\p{Cc}]/gu, '-');
