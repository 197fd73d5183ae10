// The session as the browser knows it: the access token lives in memory only, the refresh token in the server's HttpOnly cookie.
// One refresh at a time, however many calls wait for it. How a session ends decides what is forgotten.
import { type CallFault, send } from './http';
import type { Answer } from './operations';
import { forgetMember, memberId, signedOutMark } from './storage';

type Session = Answer<'sign_in'>;

const TOO_MANY = 429;

/**
 * `expired`: the server no longer knows it; `pushed`: the server ended it and said why; `left`: the member signed out;
 * `viewing`: another takes its place, as an operator begins to see a member's console, or has seen it.
 */
export type EndCause = 'expired' | 'pushed' | 'left' | 'viewing';

/** Why the server ended a session, as the member socket and a refused token say it. */
export interface Push {
  reason: 'elsewhere' | 'disabled' | 'password' | 'deleted' | 'ended';
  /** The other device, in words; empty when there is none. */
  device: string;
}

const REASONS: readonly string[] = ['elsewhere', 'disabled', 'password', 'deleted', 'ended'] satisfies Push['reason'][];

/** The other device of a push, in a few words. */
export const deviceOf = ({ device }: { device?: unknown }): string =>
  typeof device === 'string' ? device.slice(0, 80) : '';

/** Reads why a session ended; null where no readable reason is given. */
export function readPush(content: unknown): Push | null {
  const { reason, ...rest } = (content ?? {}) as { reason?: unknown; device?: unknown };
  if (typeof reason !== 'string' || !REASONS.includes(reason)) return null;
  return { reason: reason as Push['reason'], device: deviceOf(rest) };
}

export type Refreshed = { status: 'renewed' } | { status: 'ended' } | { status: 'failed'; fault: CallFault };
type Listener = (cause: EndCause, push?: Push) => void;

/** A member's console that an operator sees. */
export interface View {
  /** Id with which the view is ended. */
  viewId: number;
  memberId: number;
  /** Latest end, Unix ms. */
  until: number;
  name: string;
}

let accessToken: string | null = null;
let view: View | null = null;
let userId: number | null = null;
let refreshing: Promise<Refreshed> | null = null;
// Counts beginnings and ends: a refresh that was under way while the session ended must not revive it.
let generation = 0;
const listeners = new Set<Listener>();

/** Whether real-time connections are wanted: from a sign-in until the session's end; never of a console that is only seen. */
let wsopen = false;

export const getAccessToken = (): string | null => accessToken;

/** The signed-in member's id; null without a session. */
export const getUserId = (): number | null => userId;

export const isSignedIn = (): boolean => accessToken !== null;

export const isLiveWanted = (): boolean => wsopen;

let waiting: string | null = null;

/** The token of the operator's own session while a member's console is seen, for what ends that. */
export const operatorToken = (): string | null => waiting;

/** The console that an operator sees as its member does; null in a session of one's own. */
export const getView = (): View | null => view;

/** Goes on with the token of a member's console. The operator's own session waits behind its cookie: nothing of it is used meanwhile. */
export function beginView(seen: View, token: string): void {
  const own = accessToken;
  end('viewing');
  waiting = own;
  accessToken = token;
  userId = seen.memberId;
  view = seen;
}

let viewOver: ((seen: View) => void) | null = null;

/** Says what becomes of a view that the server has ended. */
export const onViewOver = (act: (seen: View) => void): void => {
  viewOver = act;
};

/** Leaves the console that was seen, for the operator's own session. */
export function leaveView(): Promise<Refreshed> {
  end('viewing');
  return refreshSession();
}

/** Starts the session that signing in, registering or refreshing answered with. */
export function beginSession(session: Session): void {
  generation += 1;
  accessToken = session.accessToken;
  userId = session.userId;
  wsopen = true;
  memberId.set(session.userId);
  signedOutMark.clear();
}

/**
 * Ends the session here, and tells the listeners if there was one. `expired` and `pushed` are the client-only sign-out: the token
 * is dropped, what the browser keeps for the member's return stays. Who `left` without the server being told is told of later.
 */
export function endSession(cause: EndCause, push?: Push): void {
  if (cause === 'left') {
    leaveSession(false);
    return;
  }
  end(cause, push);
}

/** Ends a session that the server has ended: the member is told why; after the deletion of an account all its stored values are removed. */
export function pushOut(push: Push): void {
  endSession('pushed', push);
  if (push.reason === 'deleted') leaveSession(true);
}

/** Ends the session after a refused token, for the reason in the refusal. The refusal's message ("无效的刷新令牌", "刷新令牌已过期") is not shown. */
export function endRefused({ data }: CallFault): void {
  const push = readPush(data);
  if (push) pushOut(push);
  else endSession('expired');
}

/**
 * The member leaves: everything personal is forgotten. `told` says whether the server knows; while it does not, its cookie
 * must not sign anybody in again, and the next page tells it.
 */
export function leaveSession(told: boolean): void {
  signedOutMark.set(told ? 'told' : 'untold');
  forgetMember();
  end('left');
}

function end(cause: EndCause, push?: Push): void {
  const had = accessToken !== null;
  generation += 1;
  accessToken = null;
  userId = null;
  view = null;
  wsopen = false;
  if (!had) return;
  for (const listener of listeners) {
    if (push) listener(cause, push);
    else listener(cause);
  }
}

/** Calls `listener` whenever a session ends; returns how to stop. */
export function onSessionEnd(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// Signed out in another tab: this one shows nothing personal either.
signedOutMark.onSet(() => {
  if (accessToken === null) return;
  forgetMember();
  end('left');
});

/** Signs out at the server where a member left while it could not be reached: the cookie that is left must not begin a session. */
async function stayOut(): Promise<Refreshed> {
  if (signedOutMark.get() === 'untold') {
    const { error } = await send({ operation: 'sign_out', anonymous: true }, null);
    if (!error) signedOutMark.set('told');
  }
  return { status: 'ended' };
}

async function refreshOnce(): Promise<Refreshed> {
  // The cookie is the operator's: what was asked for in the member's console is never asked again in the operator's name.
  if (view !== null) {
    const over = view;
    setTimeout(() => viewOver?.(over));
    return { status: 'ended' };
  }
  if (signedOutMark.get() !== null) return stayOut();
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
  endRefused(error);
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
