// A server that speaks just enough of the play socket to feed a browser: static files, startPhone, ws-ticket, and WebSocket frames.
// The message layout is that of crates/domain/src/play.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm', '.css': 'text/css' };
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** The access units of an Annex B file, each with its leading parameter sets. */
export function accessUnits(file) {
  const bytes = readFileSync(file);
  const units = [];
  let start = 0;
  let hasPicture = false;
  for (let at = 0; at + 3 < bytes.length; at += 1) {
    if (bytes[at] || bytes[at + 1] || bytes[at + 2] !== 1) continue;
    const type = bytes[at + 3] & 0x1f;
    const from = at > 0 && bytes[at - 1] === 0 ? at - 1 : at;
    if (hasPicture) {
      units.push(bytes.subarray(start, from));
      start = from;
      hasPicture = false;
    }
    if (type === 1 || type === 5) hasPicture = true;
    at += 3;
  }
  units.push(bytes.subarray(start));
  return units;
}

const isKey = (unit) => unit.indexOf(Buffer.from([0, 0, 1, 0x67])) >= 0 || unit.indexOf(Buffer.from([0, 0, 1, 0x27])) >= 0;

const nowUs = () => BigInt(Math.round((performance.timeOrigin + performance.now()) * 1000));

function header(channel, flags, slot, length) {
  const message = Buffer.alloc(length);
  message.set([1, channel, flags]);
  message.writeUInt16BE(slot, 4);
  return message;
}

/** A picture message. */
export function picture(unit, sequence, slot = 0, key = isKey(unit), drawnUs = nowUs()) {
  const head = header(1, key ? 1 : 0, slot, 20);
  head.writeUInt32BE(sequence >>> 0, 8);
  head.writeBigUInt64BE(drawnUs, 12);
  return Buffer.concat([head, unit]);
}

/** Event::Hello of an owner in control. */
export function hello(resume = 'resume-me', epoch = 7) {
  const text = Buffer.from(resume);
  const message = header(0, 0, 0, 8 + 1 + 4 + 1 + 1 + 8 + 4);
  message[8] = 0;
  message.writeUInt32BE(epoch, 9);
  message.set([3, 1], 13);
  message.writeBigUInt64BE(nowUs(), 15);
  message.writeUInt32BE(text.length, 23);
  return Buffer.concat([message, text]);
}

/** Any event by its kind and body. */
export function event(kind, body, slot = 0) {
  return Buffer.concat([header(0, 0, slot, 8), Buffer.from([kind, ...body])]);
}

/** Event::Pong for a received Input::Ping. */
export function pong(ping) {
  const message = header(0, 0, 0, 8 + 17);
  message[8] = 3;
  ping.copy(message, 9, 13, 21);
  message.writeBigUInt64BE(nowUs(), 17);
  return message;
}

/** Input::Ping. */
const INPUT_PING = 6;

/** Greets a browser and answers its pings. */
export function greet(peer) {
  peer.onmessage = (input) => {
    if (input[8] === INPUT_PING) peer.send(pong(input));
  };
  peer.send(hello());
}

/** Shows a browser these pictures over and over, one each 25 ms, numbered from `first` on. */
export function show(peer, units, first = 0) {
  let sequence = first;
  const timer = setInterval(() => {
    if (!peer.open) clearInterval(timer);
    else peer.send(picture(units[sequence % units.length], sequence));
    sequence += 1;
  }, 25);
}

/** One browser's socket. */
class Peer {
  constructor(socket, url) {
    this.socket = socket;
    this.url = url;
    this.open = true;
    this.onmessage = () => {};
    this.onclose = () => {};
    let rest = Buffer.alloc(0);
    socket.on('data', (data) => {
      rest = Buffer.concat([rest, data]);
      for (let frame = readFrame(rest); frame; frame = readFrame(rest)) {
        rest = rest.subarray(frame.end);
        if (frame.opcode === 8) this.end();
        else this.onmessage(frame.payload);
      }
    });
    socket.on('close', () => {
      this.open = false;
      this.onclose();
    });
    socket.on('error', () => socket.destroy());
  }

  send(payload, opcode = 2) {
    if (this.open) this.socket.write(Buffer.concat([frameHead(payload.length, opcode), payload]));
  }

  /** Closes with a code, or without a word. */
  end(code) {
    if (code) {
      const body = Buffer.alloc(2);
      body.writeUInt16BE(code);
      this.send(body, 8);
      this.socket.end();
    } else {
      this.socket.destroy();
    }
    this.open = false;
  }
}

function frameHead(length, opcode) {
  if (length < 126) return Buffer.from([0x80 | opcode, length]);
  if (length < 65536) return Buffer.from([0x80 | opcode, 126, length >> 8, length & 255]);
  const head = Buffer.alloc(10);
  head.set([0x80 | opcode, 127]);
  head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}

function readFrame(bytes) {
  if (bytes.length < 6) return null;
  let length = bytes[1] & 127;
  let at = 2;
  if (length === 126) {
    length = bytes.readUInt16BE(2);
    at = 4;
  } else if (length === 127) {
    if (bytes.length < 14) return null;
    length = Number(bytes.readBigUInt64BE(2));
    at = 10;
  }
  if (bytes.length < at + 4 + length) return null;
  const mask = bytes.subarray(at, at + 4);
  const payload = Buffer.from(bytes.subarray(at + 4, at + 4 + length));
  for (let i = 0; i < length; i += 1) payload[i] ^= mask[i & 3];
  return { opcode: bytes[0] & 15, payload, end: at + 4 + length };
}

/**
 * Serves `root` and the API on loopback. `answer(path, body, headers)` gives the envelope of a POST, `connect(peer)` gets each socket.
 * Resolves to { origin, close }.
 */
export function serve({ root, answer, connect }) {
  const sockets = new Set();
  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://local').pathname;
    if (request.method === 'POST') {
      const parts = [];
      request.on('data', (part) => parts.push(part));
      request.on('end', () => {
        const envelope = answer(path, JSON.parse(Buffer.concat(parts).toString() || '{}'), request.headers);
        response.writeHead(envelope ? 200 : 502, { 'content-type': 'application/json' });
        response.end(envelope ? JSON.stringify(envelope) : 'no');
      });
      return;
    }
    const file = join(root, normalize(path === '/' ? '/index.html' : path));
    if (!file.startsWith(root) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (request, socket) => {
    const accept = createHash('sha1').update(request.headers['sec-websocket-key'] + GUID).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    connect(new Peer(socket, request.url));
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve({
        origin: `http://127.0.0.1:${server.address().port}`,
        close: () => {
          for (const socket of sockets) socket.destroy();
          server.close();
        },
      });
    });
  });
}
