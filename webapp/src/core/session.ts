// The session as the browser knows it: the access token lives in memory only, the refresh token in the server's HttpOnly cookie.
// One refresh at a time, however many calls wait for it.
import { type CallFault, send } from './http';
import type { Answer } from './operations';
import { channelCode, memberId } from './storage';

type Session = Answer<'sign_in'>;

const TOO_MANY = 429;

/** `expired`: the server ended it; `left`: the member signed out. */
export type EndCause = 'expired' | 'left';
export type Refreshed = { status: 'renewed' } | { status: 'ended' } | { status: 'failed'; fault: CallFault };

let accessToken: string | null = null;
let refreshing: Promise<Refreshed> | null = null;
// Counts beginnings and ends: a refresh that was under way while the session ended must not revive it.
let generation = 0;
const listeners = new Set<(cause: EndCause) => void>();

export const getAccessToken = (): string | null => accessToken;

export const isSignedIn = (): boolean => accessToken !== null;

/** Starts the session that signing in or refreshing answered with. */
export function beginSession(session: Session): void {
  generation += 1;
  accessToken = session.accessToken;
  memberId.set(session.userId);
}

/** Forgets everything personal and tells the listeners, if there was a session. */
export function endSession(cause: EndCause): void {
  const had = accessToken !== null;
  generation += 1;
  accessToken = null;
  memberId.clear();
  channelCode.clear();
  if (had) for (const listener of listeners) listener(cause);
}

/** Calls `listener` whenever a session ends; returns how to stop. */
export function onSessionEnd(listener: (cause: EndCause) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function refreshOnce(): Promise<Refreshed> {
  const started = generation;
  const { data, error } = await send(
    { operation: 'refresh_session', body: {}, query: { clientSource: 'WEB' }, anonymous: true },
    null,
  );
  if (started !== generation) return { status: accessToken === null ? 'ended' : 'renewed' };
  if (!error) {
    beginSession(data as Session);
    return { status: 'renewed' };
  }
  // Only the server's own refusal ends a session: a cut network, a fault or a limit must not sign anybody out.
  const refused = error.kind === 'code' && error.code !== TOO_MANY && !(error.code >= 500 && error.code < 600);
  if (!refused) return { status: 'failed', fault: error };
  endSession('expired');
  return { status: 'ended' };
}

/** Gets a new access token by the refresh cookie; concurrent callers share one request. */
export function refreshSession(): Promise<Refreshed> {
  refreshing ??= refreshOnce().finally(() => {
    refreshing = null;
  });
  return refreshing;
}

/** For the stream workers: a fresh token, or null when there is none to be had. */
export async function refreshAccessToken(): Promise<string | null> {
  const { status } = await refreshSession();
  return status === 'renewed' ? accessToken : null;
}
