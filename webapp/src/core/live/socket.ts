// One socket that is kept open: a one-time ticket for each connection, five seconds after a close the next one.
// The socket hands on its messages and its state; its listener decides what they mean.
// The reconnection is our own: reconnecting-websocket never asks whether the far end lives, and a pulled cable closes no socket.
import { CommonLimits } from '@/contract/constants';
import { socketAddress } from '../http';
import { isLiveWanted, isSignedIn } from '../session';

/** After a close, the next connection; after a close with errors, the look at them, of which so many are worth a word (specification, section 4). */
const { liveReconnectMs: RECONNECT_MS, liveCloseCheckMs: CLOSE_CHECK_MS, liveErrorsMax: ERRORS_MAX } = CommonLimits;
/** How often the far end is asked whether it lives, and how long it may take to answer. */
const PING_EVERY_MS = 20_000;
const SILENCE_MAX_MS = 45_000;
/** The close code of a connection that was lost (RFC 6455, 7.1.5). */
const LOST = 1006;

export interface SocketOptions {
  /** A fresh ticket; null when none is to be had now. */
  ticket: () => Promise<string | null>;
  /** The socket's path, with the member's id where it has one. */
  path: () => string;
  onFrame: (frame: unknown) => void;
  /** The socket stands; `again` after a cut, in which messages may have been missed. */
  onOpened?: (again: boolean) => void;
  /** A second after a close: there were more errors in a row than `ERRORS_MAX`. Said once an outage. */
  onTroubled?: () => void;
  /** Whether the server answers `ping` with `pong` on this socket. */
  pings?: boolean;
  /** Called after each close of a socket that stood, with its code, before the next connection. */
  closed?: (code: number) => void;
  /** The page has no member's session: the ticket alone admits it. */
  anonymous?: boolean;
}

/** Keeps a socket open until it is closed, as long as somebody is signed in, or for a page that needs nobody. */
export function keepOpen(wanted: SocketOptions): { close: () => void } {
  let socket: WebSocket | null = null;
  let over = false;
  let errored = false;
  let errors = 0;
  let opened = 0;
  let told = false;
  const timers = new Set<ReturnType<typeof setTimeout>>();

  const later = (ms: number, act: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (!over) act();
    }, ms);
    timers.add(timer);
  };
  const failed = () => {
    errored = true;
    errors += 1;
  };

  /** Follow-up of a close, or of a connection that never came about: the check for trouble, and a new connection. */
  const closed = () => {
    later(CLOSE_CHECK_MS, () => {
      if (errored && errors > ERRORS_MAX && !told) {
        told = true;
        wanted.onTroubled?.();
      }
      errored = false;
    });
    later(RECONNECT_MS, () => void connect());
  };

  const connect = async () => {
    if (!wanted.anonymous && (!isSignedIn() || !isLiveWanted())) return;
    const ticket = await wanted.ticket();
    if (over) return;
    if (ticket === null) {
      failed();
      closed();
      return;
    }
    attach(new WebSocket(socketAddress(wanted.path(), ticket)));
  };

  const attach = (fresh: WebSocket) => {
    socket = fresh;
    let heardAt = Date.now();
    const gone = (code: number) => {
      if (socket !== fresh) return;
      socket = null;
      wanted.closed?.(code);
      closed();
    };
    const ask = () => {
      if (socket !== fresh) return;
      if (Date.now() - heardAt > SILENCE_MAX_MS) {
        // A pulled cable does not close the socket, and the close handshake would get no answer.
        failed();
        gone(LOST);
        fresh.close();
        return;
      }
      fresh.send('ping');
      later(PING_EVERY_MS, ask);
    };
    fresh.onopen = () => {
      errors = 0;
      told = false;
      opened += 1;
      wanted.onOpened?.(opened > 1);
      if (wanted.pings) later(PING_EVERY_MS, ask);
    };
    fresh.onmessage = ({ data }) => {
      heardAt = Date.now();
      if (!wanted.pings || data !== 'pong') wanted.onFrame(data);
    };
    fresh.onerror = failed;
    fresh.onclose = ({ code }) => gone(code);
  };

  void connect();
  return {
    close: () => {
      over = true;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      const last = socket;
      socket = null;
      last?.close();
    },
  };
}
