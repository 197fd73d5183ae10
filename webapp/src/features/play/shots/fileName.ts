// Names of the files that the page saves.
import { formatTime } from '@/core/rules';

/** File name of phone and time, as `主力-01 2026-11-21 10-24-08.png`; characters that file systems refuse become dashes. */
export const fileName = (name: string, nowMs: number, ending: string): string =>
  `${name} ${formatTime(nowMs)}.${ending}`.replace(/[\\/:*?"<>|\p{Cc}]/gu, '-');
