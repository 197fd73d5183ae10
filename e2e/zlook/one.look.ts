import { expect, test } from '@playwright/test';
import { makeApk } from '../apk';
const OUT = '/tmp/apps-shots';
const PASSWORD = 'Owldeck#2026';
const complaints: string[] = [];
test('api', async ({ request }) => {
  const login = await (await request.post('/app-api/member/auth/sms-login', { headers: { terminal: 'PC' }, data: { userName: '13800000000', password: PASSWORD, agreed: true } })).json();
  const headers = { authorization: `Bearer ${login.data.accessToken}`, 'accept-language': 'zh-CN' };
  const post = async (path: string, data: object) => (await request.post(path, { headers, data, timeout: 120000 })).json();
  const get = async (path: string) => (await request.get(path, { headers })).json();
  const list = await (async () => { for (const p of ['/app-api/trade/phone/app-page']) { const a = await post(p, { pageNo: 1, pageSize: 100 }).catch(() => null); if (a?.code === 0) return a.data.list; } return null; })();
  console.log('phones', list?.length);
  const ids = list.filter((p: any) => p.level === 'owner').map((p: any) => p.phoneId).slice(0, 40);
  console.log('chosen', ids.length);
  const apk = (name: string, label: string, v: number) => ({ name, buffer: makeApk(name, label, v) });
  const send = async (name: string, buffer: Buffer) => {
    const meta = `filename ${Buffer.from(name).toString('base64')}`;
    const made = await request.post('/app-api/infra/tus/files', { headers: { ...headers, 'tus-resumable': '1.0.0', 'upload-length': String(buffer.length), 'upload-metadata': meta } });
    const { data } = await made.json();
    await request.patch(made.headers().location ?? data.location, { headers: { ...headers, 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }, data: buffer });
    return data.uploadId;
  };
  const big = Buffer.alloc(8 * 1024 * 1024, 7);
  const uploads = [await send('素材包 11-18.zip', big), await send('crew.apk', makeApk('org.example.crew', '纸鹤', 3)), await send('tv.apk', makeApk('org.example.tv', '电视播放器', 2, undefined, 'android.intent.category.LEANBACK_LAUNCHER'))];
  for (const [ids2, group] of [[ids, false], [ids, true]] as const) {
    const began = Date.now();
    const a = await post('/app-api/infra/cacloud/install', { phoneIds: ids2, uploadIds: uploads, choice: 'install', inGroup: group });
    console.log(group, a.code, a.msg, a.data?.success, a.data?.fail, 'answered in', Date.now() - began);
    if (a.code !== 0) continue;
    for (;;) {
      const r = await get(`/app-api/infra/operation/info?batchId=${a.data.batchId}`);
      const left = r.data.list.filter((row: any) => row.endTime === null).length;
      if (left === 0) { console.log('all over after', Date.now() - began, 'ms; states', JSON.stringify(r.data.list.reduce((m: any, row: any) => ({ ...m, [row.state]: (m[row.state] ?? 0) + 1 }), {})), r.data.list.map((x: any) => x.reason).filter(Boolean).slice(0,3)); break; }
      await new Promise((f) => setTimeout(f, 200));
    }
  }
  const records = await get('/app-api/infra/upload/records');
  console.log('records', records.data.total, records.data.list.map((r: any) => [r.total, r.outcome]));
  const space = await post('/app-api/infra/cacloud/storage', { phoneIds: ids.slice(0, 30) });
  console.log(JSON.stringify(space.data.list[0]));
  await post('/app-api/infra/cacloud/start', { phoneIds: ids.slice(0, 5), packageNames: 'org.example.crew' });
});
