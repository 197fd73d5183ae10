// The way to the server and back: by a call that is open to everybody, and by a socket where somebody is signed in to open one.
import { ask, call } from '../api';
import { send, socketAddress } from '../http';
import type { Answer } from '../operations';
import { isSignedIn } from '../session';

/** The first call may have to open a connection: the fastest counts. */
const TRIES = 3;
const PATIENCE_MS = 5_000;

async function answered(): Promise<boolean> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE_MS);
  try {
    const { error } = await send(ask('get_branding', undefined, { anonymous: true }), null, stop.signal);
    // A refusal is an answer of the server; an answer in another format comes from a proxy in between.
    return !error || error.kind === 'code';
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** Round-trip time of a call in milliseconds; null when the server does not answer. */
export async function measureCall(): Promise<number | null> {
  let best: number | null = null;
  for (let n = 0; n < TRIES; n += 1) {
    const begun = performance.now();
    if (!(await answered())) return best;
    best = Math.min(best ?? Number.POSITIVE_INFINITY, performance.now() - begun);
  }
  return best;
}

/** Null when the socket does not open or does not answer; `unasked` where the server gives no ticket for one. */
export async function measureSocket(): Promise<number | null | 'unasked'> {
  if (!isSignedIn()) return 'unasked';
  const { data } = await call(ask('create_socket_ticket', { purpose: 'member' }, { quiet: true }));
  if (!data) return 'unasked';
  return pingPong(socketAddress('/websocket/infra/ws', (data as Answer<'create_socket_ticket'>).ticket));
}

function pingPong(address: string): Promise<number | null | 'unasked'> {
  return new Promise((resolve) => {
    const socket = new WebSocket(address);
    let begun: number | null = null;
    const done = (ms: number | null | 'unasked') => {
      clearTimeout(timer);
      socket.onclose = null;
      socket.close();
      resolve(ms);
    };
    const timer = setTimeout(() => done(null), PATIENCE_MS);
    socket.onopen = () => {
      begun = performance.now();
      socket.send('ping');
    };
    socket.onmessage = ({ data }) => {
      // Other messages may arrive before the answer.
      if (data === 'pong' && begun !== null) done(performance.now() - begun);
    };
    // A socket that opened got through; the server may have closed it because the member has too many.
    socket.onclose = () => done(begun === null ? null : 'unasked');
  });
}
