// A proxy as people put before the server, which shows it below a path: it passes the path on, or takes it away.
import { request as ask, type ClientRequest, createServer, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { listening } from './around';

export interface Proxy {
  /** Where it listens. */
  origin: string;
  /** Where it passes on to. */
  target: string;
  /** Whether the path is taken away on the way. */
  strips: boolean;
  close(): void;
}

/** Listens at a port of its own; everything below `base` goes to its target, everything else is nobody's. */
export async function proxied(base: string): Promise<Proxy> {
  const open = new Set<Duplex>();
  const proxy: Proxy = { origin: '', target: '', strips: false, close: () => {} };
  const onward = (asked: IncomingMessage): ClientRequest | null => {
    const path = asked.url ?? '/';
    if (!path.startsWith(`${base}/`)) return null;
    const { hostname, port } = new URL(proxy.target);
    return ask({
      hostname,
      port,
      method: asked.method,
      path: proxy.strips ? path.slice(base.length) : path,
      headers: { ...asked.headers, 'x-forwarded-for': '192.0.2.7' },
    });
  };
  const server: Server = createServer((asked, answer) => {
    const request = onward(asked);
    if (!request) {
      answer.writeHead(404).end();
      return;
    }
    request.on('response', (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    request.on('error', () => answer.destroy());
    asked.pipe(request);
  });
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  server.on('upgrade', (asked, socket) => {
    const request = onward(asked);
    request?.on('upgrade', (got, other) => {
      const lines = Object.entries(got.headers).map(([name, value]) => `${name}: ${value}`);
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
      socket.pipe(other).pipe(socket);
      for (const [one, next] of [
        [socket, other],
        [other, socket],
      ] as const) {
        one.on('error', () => next.destroy());
        one.on('close', () => next.destroy());
      }
    });
    request?.on('response', () => socket.destroy());
    request?.on('error', () => socket.destroy());
    if (request) request.end();
    else socket.destroy();
  });
  proxy.origin = await listening(server);
  proxy.close = () => {
    server.close();
    for (const socket of open) socket.destroy();
  };
  return proxy;
}
