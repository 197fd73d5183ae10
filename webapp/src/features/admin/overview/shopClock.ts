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

/** In words of the interface's language. */
export const shopWords = (ms: number, zone: Zone, parts: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale.get(), { ...parts, timeZone: 'UTC' }).format(shown(ms, zone));

/** The names of the month and of the one before. */
export function shopMonths(ms: number, zone: Zone): [string, string] {
  const date = shown(ms, zone);
  const before = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1);
  const name = new Intl.DateTimeFormat(locale.get(), { month: 'long', timeZone: 'UTC' });
  return [name.format(date), name.format(before)];
}
