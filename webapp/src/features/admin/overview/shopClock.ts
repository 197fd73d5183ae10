// The clock of the shop: the figures of the page are of its days, whatever zone the browser is in.
import type { Zone } from '@/core/rules';
import { locale } from '@/core/storage';
import { useGetShopZoneQuery } from './api';

/** The shop's zone; the browser's, as long as it is not known. */
export function useShopZone(): Zone {
  const { data } = useGetShopZoneQuery();
  return data ?? [{ from: 0, minutes: -new Date().getTimezoneOffset() }];
}

/** A moment as a date whose UTC fields are what the shop's clock shows. */
function shown(ms: number, zone: Zone): Date {
  const { minutes = 0 } = zone.findLast(({ from }) => from <= ms) ?? zone[0] ?? {};
  return new Date(ms + minutes * 60_000);
}

/** `2026-11-25`. */
export const shopDay = (ms: number, zone: Zone): string => shown(ms, zone).toISOString().slice(0, 10);

/** Between Chinese words and figures, and before the day of the week, stands a space; the browser writes none. */
const APART = /(?<=\d)(?=\p{Script=Han})|(?<=\p{Script=Han})(?=\d)|(?<=日)(?=周)/gu;

/** In words of the interface's language. */
export const shopWords = (ms: number, zone: Zone, parts: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale.get(), { ...parts, timeZone: 'UTC' }).format(shown(ms, zone)).replace(APART, ' ');

/** The names of the month and of the one before; Chinese ones as figures, as the page's other days are. */
export function shopMonths(ms: number, zone: Zone): [string, string] {
  const date = shown(ms, zone);
  const before = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1));
  const month = locale.get() === 'zh-CN' ? 'short' : 'long';
  const name = new Intl.DateTimeFormat(locale.get(), { month, timeZone: 'UTC' });
  const words = (of: Date) => name.format(of).replace(APART, ' ');
  return [words(date), words(before)];
}
