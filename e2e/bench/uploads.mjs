// Cost of a large file to the server: 2 GiB come by tus and go on to a phone, then one upload goes to 30 phones; the server's resident memory
// above what it was before, at its most. Prints one JSON line; fails where the limit is passed or a phone did not take it.
import { residentMib, sleep, start } from './demo.mjs';

const GIB = 1024 ** 3;
const MIB = 1024 ** 2;
const LARGE = 2 * GIB;
const SHARED = 32 * MIB;
const PHONES = 30;
/** Of so many simulated phones the first member has thirty, and more. */
const ALL_PHONES = 44;
/** Status of a phone that runs. */
const RUNNING = 1;
const MIB_MAX = 64;
const SAMPLE_MS = 50;
const PATIENCE_MS = 15 * 60_000;

const server = await start(ALL_PHONES);
const signed = await fetch(`${server.origin}/app-api/member/auth/sms-login`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', terminal: 'WEB' },
  body: JSON.stringify({ userName: '13800000000', password: 'Owldeck#2026', agreed: true }),
});
const token = (await signed.json()).data.accessToken;
const ask = async (method, path, body) => {
  const headers = { 'content-type': 'application/json', terminal: 'WEB', authorization: `Bearer ${token}` };
  const answer = await (await fetch(server.origin + path, { method, headers, body: body && JSON.stringify(body) })).json();
  if (answer.code) throw new Error(`${path}: ${answer.msg}`);
  return answer.data ?? answer;
};

/** Bytes that no compression and no sparse file makes less, as they are asked for. */
function bytes(length) {
  const piece = crypto.getRandomValues(new Uint8Array(65_536));
  let left = length;
  return new ReadableStream({
    pull(controller) {
      const size = Math.min(left, piece.length);
      left -= size;
      piece[0] = left % 251;
      controller.enqueue(piece.slice(0, size));
      if (left === 0) controller.close();
    },
  });
}

async function upload(name, length) {
  const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${token}` };
  const pair = (key, value) => `${key} ${Buffer.from(value).toString('base64')}`;
  const announced = await fetch(`${server.origin}/app-api/infra/tus/files`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(length), 'upload-metadata': [pair('set', `bench-${length}`), pair('filename', name)].join() },
  });
  const location = announced.headers.get('location');
  const { data } = await announced.json();
  const sent = await fetch(server.origin + location, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    body: bytes(length),
    duplex: 'half',
  });
  if (sent.status !== 204) throw new Error(`${name}: ${await sent.text()}`);
  return data.uploadId;
}

async function send(phoneIds, uploadId) {
  const { batchId } = await ask('POST', '/app-api/infra/cacloud/install', { phoneIds, uploadIds: [uploadId], choice: 'push' });
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const { list } = await ask('GET', `/app-api/infra/operation/info?batchId=${batchId}`);
    if (list.every(({ endTime }) => endTime !== null)) {
      const failed = list.filter(({ state }) => state !== 'done');
      if (failed.length > 0) throw new Error(JSON.stringify(failed[0]));
      return;
    }
    if (performance.now() > until) throw new Error('the phones do not have it in time');
    await sleep(250);
  }
}

/** Does something; how much memory the server had more than before it, at its most. */
async function measured(run) {
  const before = residentMib(server.pid);
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, residentMib(server.pid));
  }, SAMPLE_MS);
  const begun = performance.now();
  const result = await run();
  clearInterval(timer);
  return { result, mib: Math.round(most - before), s: Math.round((performance.now() - begun) / 1000) };
}

try {
  let phones = [];
  while (phones.length < PHONES) {
    const { list } = await ask('POST', '/app-api/trade/phone/app-page', { pageNo: 1, pageSize: 50 });
    phones = list.filter(({ businessStatus }) => businessStatus === RUNNING).map(({ phoneId }) => phoneId).slice(0, PHONES);
    await sleep(100);
  }
  // Memory that is allocated once is allocated for the first file, before anything is measured.
  await send([phones[0]], await upload('first.bin', MIB));
  const come = await measured(() => upload('large.bin', LARGE));
  const gone = await measured(() => send([phones[0]], come.result));
  const shared = await measured(async () => send(phones, await upload('shared.bin', SHARED)));
  const figures = {
    bench: 'uploads',
    gib: LARGE / GIB,
    come: { s: come.s, mib: come.mib },
    gone: { s: gone.s, mib: gone.mib },
    phones: phones.length,
    shared: { s: shared.s, mib: shared.mib },
    mibMax: MIB_MAX,
  };
  console.log(JSON.stringify(figures));
  const most = Math.max(come.mib, gone.mib, shared.mib);
  if (most > MIB_MAX) process.exitCode = 1;
} finally {
  await server.stop();
}
