// How soon batches start: ten batches of thirty simulated phones each are called for at once, on the real binary. For each batch: when the
// call was answered, when its first phone was at work, when all were. Prints one JSON line a kind; fails where a batch starts later than a second.
import { sleep, start } from './demo.mjs';

const BATCHES = 10;
const PHONES = 30;
/** The first member of the demo owns three of four. */
const SIMULATED = (BATCHES * PHONES * 4) / 3 + 4;
const START_MS_MAX = 1_000;
const PATIENCE_MS = 180_000;
const PASSWORD = 'Owldeck#2026';

const server = await start(SIMULATED);

async function call(path, { body, token } = {}) {
  const headers = { 'content-type': 'application/json', terminal: 'PC', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const answer = await fetch(server.origin + path, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers });
  const { code, msg, data } = await answer.json();
  if (code !== 0) throw new Error(`${path}: ${code} ${msg}`);
  return data;
}

async function until(what, look) {
  for (const begun = performance.now(); performance.now() - begun < PATIENCE_MS; await sleep(100)) {
    if (await look().catch(() => false)) return;
  }
  throw new Error(`${what}: not within ${PATIENCE_MS / 1000} s`);
}

/** The demo's first member owns three of four phones: ten batches of them. */
async function deck() {
  const { accessToken: token } = await call('/app-api/member/auth/sms-login', { body: { phone: '13800000000', password: PASSWORD, agreed: true } });
  const ids = [];
  for (let pageNo = 1; ids.length < BATCHES * PHONES; pageNo++) {
    const { list } = await call('/app-api/trade/phone/app-page', { body: { pageNo, pageSize: 200, relation: 'own' }, token });
    if (list.length === 0) throw new Error('the first member owns too few phones');
    // A shared phone is not rebooted in a batch.
    ids.push(...list.filter(({ sharedOut }) => !sharedOut).map(({ phoneId }) => phoneId));
  }
  return Array.from({ length: BATCHES }, (_, n) => ({ token, ids: ids.slice(n * PHONES, (n + 1) * PHONES) }));
}

/** All phones of the first member run. */
async function allRun({ token }) {
  const { summary } = await call('/app-api/trade/phone/app-page', { body: { pageSize: 1 }, token });
  return summary.running === summary.total;
}

/** Calls for all batches at once and follows their receipts. */
async function measure(kind, path, more, batches) {
  const calledAt = Date.now();
  const started = await Promise.all(
    batches.map(async ({ token, ids }) => {
      const { batchId, success } = await call(path, { body: { phoneIds: ids, ...more }, token });
      if (success !== ids.length) throw new Error(`${kind}: ${success} of ${ids.length} phones were accepted`);
      return { token, batchId, answeredMs: Date.now() - calledAt };
    }),
  );
  let rows = [];
  await until(kind, async () => {
    rows = await Promise.all(
      started.map(async ({ token, batchId }) => (await call(`/app-api/infra/operation/info?batchId=${batchId}`, { token })).list),
    );
    return rows.flat().every(({ endTime }) => endTime !== null);
  });
  // The server's clock is this machine's.
  const begun = rows.map((batch) => batch.map(({ startTime }) => startTime - calledAt).sort((a, b) => a - b));
  const figure = {
    bench: 'batches',
    kind,
    batches: batches.length,
    phones: rows.flat().length,
    done: rows.flat().filter(({ state }) => state === 'done').length,
    last_answer_ms: Math.max(...started.map(({ answeredMs }) => answeredMs)),
    last_batch_begun_ms: Math.max(...begun.map((batch) => batch[0])),
    begun_within_a_second: begun.flat().filter((ms) => ms <= 1_000).length,
    last_phone_begun_ms: Math.max(...begun.flat()),
    last_phone_done_ms: Math.max(...rows.flat().map(({ endTime }) => endTime - calledAt)),
  };
  console.log(JSON.stringify(figure));
  const late = figure.last_answer_ms > START_MS_MAX || figure.last_batch_begun_ms > START_MS_MAX;
  if (late || figure.done !== figure.phones) process.exitCode = 1;
}

try {
  const batches = await deck();
  const all = () => until('all phones running', () => allRun(batches[0]));
  const one = batches.slice(0, 1);
  await all();
  await measure('rename', '/app-api/trade/phone/update-alias', { phoneAlias: '名 {n}' }, batches);
  await measure('density', '/app-api/infra/density/setDensity', { density: 240 }, one);
  await measure('density', '/app-api/infra/density/setDensity', { density: 280 }, batches);
  await measure('reboot', '/app-api/infra/cacloud/reboot-instance', {}, one);
  await all();
  await measure('reboot', '/app-api/infra/cacloud/reboot-instance', {}, batches);
} finally {
  await server.stop();
}
