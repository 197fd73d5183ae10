// Offers of the page in view to the palette, beside what is always there: actions on what is selected.
// The offers are held outside of the store, for they hold functions.
import type { LucideIcon } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';

/** An action of the page in view, in words that say what it is done to. */
export interface Offer {
  key: string;
  title: string;
  icon: LucideIcon;
  run: () => void;
}

const NONE: readonly Offer[] = [];
let offers = NONE;
const readers = new Set<() => void>();

function offer(next: readonly Offer[]): void {
  offers = next;
  for (const read of readers) read();
}

function subscribe(read: () => void): () => void {
  readers.add(read);
  return () => readers.delete(read);
}

/** Offers these for as long as the caller is on the page. */
export function useOffers(own: readonly Offer[]): void {
  useEffect(() => offer(own), [own]);
  useEffect(() => () => offer(NONE), []);
}

export const useOffered = (): readonly Offer[] => useSyncExternalStore(subscribe, () => offers);
