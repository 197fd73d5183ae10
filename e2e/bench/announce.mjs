// How soon an announcement reaches a thousand members whose pages are open: from the answer to the operator until the last of the sockets was
// told, on the release binary. Prints one JSON line; fails where the limit is passed.
import WebSocket from 'ws';
import { percentile, start } from './demo.mjs';

const MEMBERS = 1_000;
const AT_ONCE = 20;
const MS_MAX = 2_000;
const PASSWORD = 'Owldeck#2026';
/** Hash of the same password with the least possible cost. */
const HASH = '$argon2id$v=19$m=8,t=1,p=1$uJYPy3KK6UpIC5CF4w9uYA$jvH7x3IuxPWK01ZfvErSU9FOxruEDLYCXNU4bUMP3e4';

const number = (n) => `150${String(n).padStart(8, '0')}`;
/** An address of each member's own: nobody is refused for what others do. */
const address = (n) => `10.0.${Math.floor(n / 200)}.${(n % 200) + 1}`;

const server = await start(1, { OWLDECK_TRUSTED_PROXIES: '127.0.0.1' });
const post = async (path, body, { from, token } = {}) => {
  const headers = { 'content-type': 'application/json', terminal: 'WEB' };
  if (from) headers['x-forwarded-for'] = from;
  if (token) headers.authorization = `Bearer ${token}`;
  const answer = await (await fetch(server.origin + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  if (answer.code !== undefined && answer.code !== 0) throw new Error(`${path}: ${answer.msg}`);
  return answer.data ?? answer;
};
const signIn = async (userName, from) =>
  (await post('/app-api/member/auth/sms-login', { userName, password: PASSWORD, agreed: true }, { from })).accessToken;

const told = [];
async function listen(n) {
  const from = address(n);
  const token = await signIn(number(n), from);
  const { ticket } = await post('/app-api/infra/ws-ticket', { purpose: 'member' }, { from, token });
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/websocket/infra/ws?token=${ticket}`, {
    headers: { 'x-forwarded-for': from, origin: server.origin },
  });
  const counted = new Promise((done, failed) => {
    socket.on('error', failed);
    socket.on('message', (frame) => {
      const { type } = JSON.parse(String(frame));
      if (type === 'notice-count') done();
      if (type === 'announcements-changed') told.push(performance.now());
    });
  });
  // Announcements that a socket finds when it opens are no news: from now on a change is.
  await counted;
  return socket;
}

try {
  const members = Array.from({ length: MEMBERS }, (_, n) => ({ phone: number(n), password: HASH, nickname: String(n) }));
  await post('/sandbox/seed', { members });
  const sockets = [];
  for (let n = 0; n < MEMBERS; n += AT_ONCE) {
    sockets.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => listen(n + at)))));
  }
  const token = await signIn('admin');
  const texts = { titleZh: '维护通知', titleEn: 'Maintenance', contentZh: '今晚维护。', contentEn: 'Tonight.' };
  const id = await post('/admin-api/announcement/create', { msgType: 1, contentType: 2, audience: 1, ...texts }, { token });
  await post('/admin-api/announcement/publish', { id: id.id ?? id }, { token });
  const begun = performance.now();
  while (told.length < MEMBERS && performance.now() - begun < 10 * MS_MAX) await new Promise((done) => setTimeout(done, 20));
  const ms = told.map((at) => at - begun);
  const last = Math.round(percentile(ms, 100));
  console.log(JSON.stringify({ bench: 'announce', sockets: MEMBERS, told: told.length, median_ms: Math.round(percentile(ms, 50)), last_ms: last, limit_ms: MS_MAX }));
  if (told.length < MEMBERS || last > MS_MAX) process.exitCode = 1;
  for (const socket of sockets) socket.terminate();
} finally {
  await server.stop();
}
