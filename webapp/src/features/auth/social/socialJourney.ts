// A visit to another provider: what must still be known on the way back. Kept in the tab, so that an answer which this tab did not
// ask for is refused before it reaches the server.
import { tabValue } from '@/core/storage';
import type { EntryVersions } from '../fields/Agreements';

interface Journey {
  /** The kind of provider, by its number. */
  type: number;
  /** The `state` of the address that was visited; empty when it carried none. */
  state: string;
  redirect: string | null;
  /** The versions of the agreements that were shown when the visit began. */
  agreementVersions?: EntryVersions;
  /** A signed-in member links the account there; nobody signs in. */
  link?: boolean;
}

/** Account that the provider vouched for, waiting for an account here to be bound to. */
export interface BindOffer {
  socialToken: string;
  type: number;
  nickname: string;
  avatar: string;
  redirect: string | null;
  /** Unix milliseconds. */
  endsAtMs: number;
}

/** As long as the server keeps it. */
const OFFER_MS = 10 * 60 * 1000;

const has = <K extends string>(value: unknown, ...keys: K[]): value is Record<K, unknown> =>
  typeof value === 'object' && value !== null && keys.every((key) => key in value);
const text = (value: unknown): value is string => typeof value === 'string';

const journey = tabValue(
  'owl-social',
  (value): value is Journey =>
    has(value, 'type', 'state', 'redirect') && typeof value.type === 'number' && text(value.state),
);
const offer = tabValue(
  'owl-bind',
  (value): value is BindOffer =>
    has(value, 'socialToken', 'type', 'nickname', 'avatar', 'redirect', 'endsAtMs') &&
    text(value.socialToken) &&
    typeof value.type === 'number' &&
    text(value.nickname) &&
    text(value.avatar) &&
    typeof value.endsAtMs === 'number',
);

/** Remembers where the visit goes to. */
export function beginSocial(
  type: number,
  address: string,
  redirect: string | null,
  agreed: Pick<Journey, 'agreementVersions'> = {},
): void {
  let state = '';
  try {
    state = new URL(address).searchParams.get('state') ?? '';
  } catch {
    // The browser will say that the address is none.
  }
  journey.set({ type, state, redirect, ...agreed });
}

/** Remembers a visit that is to link an account there to the signed-in member's own. */
export function beginLink(type: number, address: string): void {
  beginSocial(type, address, null);
  const begun = journey.get();
  if (begun) journey.set({ ...begun, link: true });
}

/** The visit that this answer belongs to, once; null when this tab asked for no such answer. */
export function endSocial(state: string | null): Journey | null {
  const begun = journey.get();
  journey.set(null);
  return begun && (begun.state === '' || begun.state === state) ? begun : null;
}

export const bindOffer = {
  get: (nowMs: number): BindOffer | null => {
    const kept = offer.get();
    return kept && kept.endsAtMs > nowMs ? kept : null;
  },
  keep: (made: Omit<BindOffer, 'endsAtMs'>, nowMs: number) => offer.set({ ...made, endsAtMs: nowMs + OFFER_MS }),
  forget: () => offer.set(null),
};
