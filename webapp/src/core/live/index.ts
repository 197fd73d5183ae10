// Live messages of the account: the member socket and the notice socket, as one service that features subscribe to.
// The service runs while the frame is shown and somebody is signed in, and does tickets, reconnection and reading by itself.
import { ask, call } from '../api';
import type { Answer } from '../operations';
import { getUserId, isSignedIn, onSessionEnd } from '../session';
import { type LiveMessages, type LiveType, readCount, readMessage } from './messages';
import { keepOpen } from './socket';

export type { LiveMessages, LiveType } from './messages';

type Listener<T extends LiveType> = (content: LiveMessages[T]) => void;

const listeners = new Map<LiveType, Set<Listener<LiveType>>>();
const reopened = new Set<() => void>();
const troubled = new Set<() => void>();

function add<T>(set: Set<T>, item: T): () => void {
  set.add(item);
  return () => set.delete(item);
}

/** Calls `listener` for each message of one kind; returns how to stop. */
export function subscribe<T extends LiveType>(type: T, listener: Listener<T>): () => void {
  const set = listeners.get(type) ?? new Set();
  listeners.set(type, set);
  return add(set, listener as Listener<LiveType>);
}

/** Calls `listener` when the member socket is back after a cut: messages may have been missed. */
export const onReopened = (listener: () => void): (() => void) => add(reopened, listener);

/** Calls `listener` when the connection keeps failing: the member should look at network or device. */
export const onTroubled = (listener: () => void): (() => void) => add(troubled, listener);

function notify<T extends LiveType>(type: T, content: LiveMessages[T]): void {
  for (const listener of listeners.get(type) ?? []) listener(content);
}

async function ticketFor(purpose: 'member' | 'notice'): Promise<string | null> {
  const { data } = await call(ask('create_socket_ticket', { purpose }, { quiet: true }));
  return (data as Answer<'create_socket_ticket'> | undefined)?.ticket ?? null;
}

/** Opens both sockets; returns how to close them. A session's end closes them too. */
export function startLive(): () => void {
  if (!isSignedIn()) return () => {};
  const member = keepOpen({
    ticket: () => ticketFor('member'),
    path: () => '/websocket/infra/ws',
    onFrame: (frame) => {
      const message = readMessage(frame);
      if (message) notify(message.type, message.content);
    },
    onOpened: (again) => {
      if (again) for (const listener of reopened) listener();
    },
    pings: true,
  });
  const notice = keepOpen({
    ticket: () => ticketFor('notice'),
    path: () => `/prod-api/api/websocket/notice/${getUserId() ?? 0}/0`,
    // A malformed message is a count of none.
    onFrame: (frame) => notify('notice-count', { count: readCount(frame) }),
    onTroubled: () => {
      for (const listener of troubled) listener();
    },
  });
  const stop = onSessionEnd(() => close());
  const close = () => {
    member.close();
    notice.close();
    stop();
  };
  return close;
}
