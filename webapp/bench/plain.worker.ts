// The yardstick: what the Rust worker does for one phone, as one would write it in TypeScript, with the same socket and VideoDecoder.
// No reconnection: it lasts as long as the bench. The message layout is that of crates/domain/src/play.

export type PlainEvent =
  | { type: 'firstFrame' }
  | { type: 'stats'; delayMs: number; rttMs: number; fps: number; kbps: number; dropped: number };

const HEADER = 8;
const PICTURE_HEADER = 20;
const QUEUE_MAX = 3;
const SPS = 7;

interface Scope {
  onmessage: ((event: MessageEvent<{ phoneId: number; canvas: OffscreenCanvas; token: string }>) => void) | null;
  postMessage(message: PlainEvent): void;
}
const scope = self as unknown as Scope;
const nowUs = () => (performance.timeOrigin + performance.now()) * 1000;

/** avc1 and profile, constraints, level of the SPS; the bench's stream needs no more. */
function codecOf(unit: Uint8Array): string | null {
  const end = Math.min(unit.length, 512) - 6;
  for (let at = 0; at < end; at += 1) {
    if (unit[at] === 0 && unit[at + 1] === 0 && unit[at + 2] === 1 && ((unit[at + 3] ?? 0) & 31) === SPS) {
      const hex = [...unit.subarray(at + 4, at + 7)].map((byte) => byte.toString(16).toUpperCase().padStart(2, '0'));
      return `avc1.${hex.join('')}`;
    }
  }
  return null;
}

scope.onmessage = async ({ data: { phoneId, canvas, token } }) => {
  const context = canvas.getContext('2d');
  const answer = await fetch('/app-api/infra/cacloud-resource/phone/startPhone', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ phoneId, mode: 'control' }),
  });
  const { data } = (await answer.json()) as { data: { ticket: string } };
  const socket = new WebSocket(
    `${location.origin.replace('http', 'ws')}/websocket/play/${phoneId}?token=${data.ticket}`,
  );
  socket.binaryType = 'arraybuffer';

  const inFlight = new Map<number, { sequence: number; drawnUs: number }>();
  const pongs: { rttUs: number; offsetUs: number }[] = [];
  let [epoch, timestamp, last, shown, acked] = [0, 0, -1, -1, -1];
  let lost = true;
  let codec: string | null = null;
  let pending: VideoFrame | null = null;
  let asked = false;
  let first = true;
  let second = false;
  let window = { since: performance.now(), bytes: 0, shown: 0, dropped: 0, delays: [] as number[] };
  let delayMs = 0;

  const send = (kind: number, fill?: (view: DataView) => void, length = 0) => {
    const view = new DataView(new ArrayBuffer(HEADER + 5 + length));
    view.setUint8(0, 1);
    view.setUint8(1, 2);
    view.setUint8(HEADER, kind);
    view.setUint32(HEADER + 1, epoch);
    fill?.(view);
    if (socket.readyState === WebSocket.OPEN) socket.send(view);
  };

  const draw = () => {
    asked = false;
    const frame = pending;
    pending = null;
    if (!frame || !context) return;
    if (canvas.width !== frame.displayWidth) canvas.width = frame.displayWidth;
    if (canvas.height !== frame.displayHeight) canvas.height = frame.displayHeight;
    context.drawImage(frame, 0, 0, canvas.width, canvas.height);
    const known = inFlight.get(frame.timestamp);
    for (const at of inFlight.keys()) {
      if (at <= frame.timestamp) inFlight.delete(at);
    }
    frame.close();
    window.shown += 1;
    if (known) {
      shown = known.sequence;
      let best = pongs[0];
      for (const sample of pongs) if (best && sample.rttUs < best.rttUs) best = sample;
      if (best) window.delays.push(Math.max(0, nowUs() - best.offsetUs - known.drawnUs));
    }
    if (first) scope.postMessage({ type: 'firstFrame' });
    first = false;
  };

  const decoder = new VideoDecoder({
    output: (frame) => {
      if (pending) window.dropped += 1;
      pending?.close();
      pending = frame;
      if (!asked) {
        asked = true;
        requestAnimationFrame(draw);
      }
    },
    error: () => {
      lost = true;
    },
  });

  const onPicture = (buffer: ArrayBuffer, view: DataView) => {
    window.bytes += buffer.byteLength;
    const key = (view.getUint8(2) & 1) === 1;
    const sequence = view.getUint32(8);
    const unit = new Uint8Array(buffer, PICTURE_HEADER);
    if (key) {
      const next = codecOf(unit);
      if (next && next !== codec) {
        codec = next;
        decoder.configure({ codec, optimizeForLatency: true });
      }
      lost = false;
    } else if (lost || sequence !== (last + 1) >>> 0 || decoder.decodeQueueSize >= QUEUE_MAX) {
      lost = true;
      window.dropped += 1;
      send(8);
      return;
    }
    last = sequence;
    timestamp += 1000;
    inFlight.set(timestamp, { sequence, drawnUs: Number(view.getBigUint64(12)) });
    decoder.decode(new EncodedVideoChunk({ type: key ? 'key' : 'delta', timestamp, data: unit }));
  };

  const onEvent = (view: DataView) => {
    const kind = view.getUint8(HEADER);
    if (kind === 0) epoch = view.getUint32(HEADER + 1);
    if (kind === 3) {
      const echoUs = Number(view.getBigUint64(HEADER + 1));
      const rttUs = nowUs() - echoUs;
      pongs.push({ rttUs, offsetUs: echoUs + rttUs / 2 - Number(view.getBigUint64(HEADER + 9)) });
      if (pongs.length > 30) pongs.shift();
    }
  };

  socket.onmessage = ({ data: buffer }: MessageEvent<ArrayBuffer>) => {
    const view = new DataView(buffer);
    if (view.getUint8(0) !== 1) return;
    if (view.getUint8(1) === 1) onPicture(buffer, view);
    else if (view.getUint8(1) === 0) onEvent(view);
  };

  setInterval(() => {
    if (shown !== acked) send(7, (view) => view.setUint32(HEADER + 5, shown), 4);
    acked = shown;
    second = !second;
    if (second) return;
    send(6, (view) => view.setBigUint64(HEADER + 5, BigInt(Math.round(nowUs()))), 8);
    const elapsed = performance.now() - window.since;
    window.delays.sort((a, b) => a - b);
    delayMs = (window.delays[window.delays.length >> 1] ?? delayMs * 1000) / 1000;
    scope.postMessage({
      type: 'stats',
      delayMs,
      rttMs: (pongs.at(-1)?.rttUs ?? 0) / 1000,
      fps: (window.shown * 1000) / elapsed,
      kbps: (window.bytes * 8) / elapsed,
      dropped: window.dropped,
    });
    window = { since: performance.now(), bytes: 0, shown: 0, dropped: 0, delays: [] };
  }, 500);
};
