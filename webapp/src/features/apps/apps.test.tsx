import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { AnswerCode } from '@/contract/constants';
import { api } from '@/core/api';
import { constants } from '@/core/rules';
import { beginSession, endSession } from '@/core/session';
import { samplePhone } from '@/features/phones/sample.test-kit';
import { operationOf } from '@/test/calls';
import { windowOf } from '@/test/media';
import { renderIn } from '@/test/render';
import AppsDialog from './AppsDialog';
import type { App, AppOnPhone } from './api';
import PhoneApps from './PhoneApps';
import { apartOn, placesOf, sizeOf, versionsOf } from './places';

const on = (phoneId: number, more: Partial<AppOnPhone> = {}): AppOnPhone => ({
  phoneId,
  versionName: '1.0',
  versionCode: 1,
  size: 2048,
  running: false,
  inFront: false,
  startable: true,
  signers: [],
  ...more,
});
const app = (name: string, ...phones: AppOnPhone[]): App => ({
  package: `com.${name}`,
  label: name,
  icon: null,
  phones,
});
const asked = (phoneId: number, msg = '') => ({ phoneId, code: msg ? AnswerCode.FILE_NO_ANSWER : 0, msg, system: 21 });

let sent: { name: string; body: unknown }[] = [];
let answers: Record<string, unknown> = {};
let refusals: Record<string, { code: number; msg: string }> = {};
/** The apps of the phones that one call asks for. */
let byPhones: ((ids: number[]) => unknown) | null = null;
const bodies = (name: string) => sent.filter((each) => each.name === name).map(({ body }) => body);

beforeEach(() => {
  [sent, answers, refusals, byPhones] = [[], {}, {}, null];
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body?: string }) => {
    const name = operationOf(url, init.method);
    sent.push({ name, body: init.body ? JSON.parse(init.body) : null });
    const data = name === 'list_apps' && byPhones ? byPhones(JSON.parse(init.body ?? '').phoneIds) : answers[name];
    return new Response(JSON.stringify(refusals[name] ?? { code: 0, msg: '', data }));
  });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
});
afterEach(() => {
  store.dispatch(api.util.resetApiState());
  endSession('left');
  vi.unstubAllGlobals();
});

describe('places', () => {
  const apps = [app('a', on(1, { running: true }), on(2)), app('b', on(2, { startable: false, versionName: '2.0' }))];

  it('are those that would change, each phone once', () => {
    expect(placesOf('startApp', apps)).toEqual({ count: 2, phoneIds: [1, 2] });
    expect(placesOf('stopApp', apps)).toEqual({ count: 1, phoneIds: [1] });
    expect(placesOf('restartApp', apps)).toEqual({ count: 1, phoneIds: [1] });
    expect(placesOf('restartApp', [app('b', on(2, { running: true, startable: false }))]).count).toBe(0);
    expect(placesOf('uninstallApp', apps)).toEqual({ count: 3, phoneIds: [1, 2] });
    expect(placesOf('clearApp', [])).toEqual({ count: 0, phoneIds: [] });
  });

  it('know on how many phones another key signed', () => {
    const here = [app('a', on(1, { signers: ['aa'] }), on(2, { signers: ['bb'] }), on(3))];
    const version = (signers: string[], name = 'a') => ({
      package: `com.${name}`,
      label: name,
      versionName: '2.0',
      versionCode: 2,
      minSdk: 21,
      signers,
    });
    expect(apartOn(here, version(['aa']))).toBe(1);
    expect(apartOn(here, version(['cc']))).toBe(2);
    expect(apartOn(here, version(['cc', 'aa', 'bb']))).toBe(0);
    expect(apartOn(here, version([]))).toBe(0);
    expect(apartOn(here, version(['cc'], 'b'))).toBe(0);
    expect(apartOn(here, null)).toBe(0);
  });

  it('know versions and sizes as far as the phones told', () => {
    const some = app(
      'c',
      on(1, { versionName: null, versionCode: 3 }),
      on(2),
      on(3, { size: 4096 }),
      on(4, { size: null }),
    );
    expect(versionsOf(some)).toEqual([
      ['1.0', 3],
      ['3', 1],
    ]);
    expect(sizeOf(some)).toBe(4096);
    expect(sizeOf(app('d', on(1, { size: null })))).toBeNull();
  });
});

describe('the apps of several phones', () => {
  const phones = [samplePhone({ phoneId: 1, phoneAlias: '甲' }), samplePhone({ phoneId: 2, phoneAlias: '乙' })];
  const show = () => renderIn(<AppsDialog open phones={phones} onDone={() => {}} onClose={() => {}} />);

  it('name a phone that cannot be asked, and take no more apps than one call does', async () => {
    const list = Array.from({ length: 11 }, (_, n) => app(`app${n}`, on(1)));
    answers.list_apps = { phones: [asked(1), asked(2, '云手机没有响应')], list, reading: false };
    await show();
    expect(await screen.findByText('乙：云手机没有响应')).toBeInTheDocument();
    for (let n = 0; n < 10; n += 1) await userEvent.click(screen.getByRole('checkbox', { name: `选择 app${n}` }));
    expect(screen.getByRole('checkbox', { name: '选择 app10' })).toBeDisabled();
    answers.start_apps = { batchId: 5, success: 1, fail: 0, list: [] };
    await userEvent.click(screen.getByRole('button', { name: '启动 10 处' }));
    const packageNames = list.slice(0, 10).map((each) => each.package);
    // The phone that has none of them is not asked.
    expect(bodies('start_apps')).toEqual([{ phoneIds: [1], packageNames: packageNames.join() }]);
  });

  it('of more than one call takes are asked for in several and begun in several, which are shown together', async () => {
    const { batchMax } = constants();
    const many = Array.from({ length: batchMax + 2 }, (_, at) =>
      samplePhone({ phoneId: at + 1, phoneAlias: `机 ${at + 1}` }),
    );
    byPhones = (ids) => ({
      phones: ids.map((id) => asked(id, id > batchMax ? '云手机没有响应' : '')),
      list: ids.includes(1) ? [app('rare', on(1)), app('both', on(1), on(2))] : [app('both', on(batchMax + 1))],
      reading: false,
    });
    const started = vi.fn();
    await renderIn(<AppsDialog open phones={many} onStarted={started} onDone={() => {}} onClose={() => {}} />);
    expect(await screen.findByText(`3 / ${batchMax + 2}`)).toBeInTheDocument();
    expect(screen.getByRole('img', { name: '0 台正在运行，3 台已安装，29 台没有' })).toBeInTheDocument();
    expect(screen.getByText(`机 ${batchMax + 1}、机 ${batchMax + 2}：云手机没有响应`)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('checkbox', { name: '选择 both' }));
    await userEvent.click(screen.getByText('按包名'));
    await userEvent.type(screen.getByRole('textbox', { name: '包名' }), 'com.both');
    answers.stop_apps = { batchId: 5, success: 2, fail: 0, list: [] };
    await userEvent.click(screen.getByRole('button', { name: `停止 ${batchMax + 2} 处` }));
    await waitFor(() => expect(started).toHaveBeenCalledWith([5, 5]));
    const parts = bodies('stop_apps') as { phoneIds: number[] }[];
    expect(parts.map(({ phoneIds }) => phoneIds.length)).toEqual([batchMax, 2]);
  });

  it('say how full each phone is, and beforehand which have too little room for what is chosen', async () => {
    const gib = 2 ** 30;
    const space = (phoneId: number, free: number, total = 100 * gib) => ({ phoneId, code: 0, msg: '', total, free });
    answers.list_apps = { phones: [asked(1), asked(2)], list: [app('a', on(1))], reading: false };
    answers.list_storage = { list: [space(1, 60 * gib), space(2, gib)] };
    const version = { uploadId: 8, name: 'a.apk', size: 2 * gib, app: { versionName: '1.0' } };
    const offered = { appId: 3, package: 'com.a', name: '地图', description: '', icon: null, versions: [version] };
    answers.list_market_apps = { list: [offered], total: 1 };
    await show();
    expect(await screen.findByText(/^可用空间最少的是 乙/)).toBeInTheDocument();
    expect(screen.getByRole('img', { name: /^甲：已用 40\.00 GB/ })).toBeInTheDocument();
    await userEvent.click(screen.getByText('市场'));
    const tick = await screen.findByRole('checkbox', { name: '选择 地图' });
    expect(screen.queryByText(/空间可能不够/)).toBeNull();
    await userEvent.click(tick);
    expect(await screen.findByText(/空间可能不够.*乙/)).not.toHaveTextContent('甲');
    // Too little room is told, not forbidden.
    expect(screen.getByRole('button', { name: '安装到 2 台' })).toBeEnabled();
  });

  it('are taken by package names, which the server reads', async () => {
    answers.list_apps = { phones: [asked(1), asked(2)], list: [], reading: false };
    await show();
    await userEvent.click(await screen.findByText('按包名'));
    const field = screen.getByRole('textbox', { name: '包名' });
    expect(screen.getByRole('button', { name: '启动' })).toBeDisabled();
    await userEvent.type(field, 'com.a，no.b');
    answers.stop_apps = { batchId: 5, success: 2, fail: 0, list: [] };
    await userEvent.click(screen.getByRole('button', { name: '停止 2 处' }));
    expect(bodies('stop_apps')).toEqual([{ phoneIds: [1, 2], packageNames: 'com.a，no.b' }]);
  });
});

describe('the removal of apps', () => {
  const phones = [samplePhone({ phoneId: 1, phoneAlias: '甲' }), samplePhone({ phoneId: 2, phoneAlias: '乙' })];
  const show = () => renderIn(<AppsDialog open phones={phones} onDone={() => {}} onClose={() => {}} />);
  /** Answers the question with these words, whose button says what the dialog's own says. */
  const confirm = async (question: string, verb: string) => {
    await screen.findByText(question);
    await userEvent.click(screen.getAllByRole('button', { name: verb }).at(-1) as HTMLElement);
  };
  beforeEach(() => {
    answers.list_apps = {
      phones: [asked(1), asked(2)],
      list: [app('a', on(1), on(2)), app('b', on(2))],
      reading: false,
    };
    answers.uninstall_apps = { batchId: 5, success: 2, fail: 0, list: [] };
  });

  it('counts the places where an app is, says how many it passes over, and asks first', async () => {
    await show();
    for (const name of ['a', 'b']) await userEvent.click(await screen.findByRole('checkbox', { name: `选择 ${name}` }));
    expect(screen.getByText(/没装的 1 处会跳过/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: '卸载 3 处' }));
    expect(bodies('uninstall_apps')).toEqual([]);
    await confirm('卸载 2 个应用？', '卸载 3 处');
    await waitFor(() => expect(bodies('uninstall_apps')).toEqual([{ phoneIds: [1, 2], packageNames: 'com.a,com.b' }]));
  });

  it('asks before packages are removed that were typed, and says which names the server refused', async () => {
    refusals.start_apps = { code: 400, msg: '包名不正确' };
    await show();
    await userEvent.click(await screen.findByText('按包名'));
    await userEvent.type(screen.getByRole('textbox', { name: '包名' }), 'nothing');
    await userEvent.click(screen.getByRole('button', { name: '启动 2 处' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('包名不正确');
    await userEvent.click(screen.getByRole('button', { name: '卸载 2 处' }));
    expect(bodies('uninstall_apps')).toEqual([]);
    await confirm('按包名卸载应用？', '卸载 2 处');
    await waitFor(() => expect(bodies('uninstall_apps')).toEqual([{ phoneIds: [1, 2], packageNames: 'nothing' }]));
  });
});

describe('the apps of the market', () => {
  it('are installed on all phones of the dialog at once', async () => {
    const phones = [samplePhone({ phoneId: 1, phoneAlias: '甲' }), samplePhone({ phoneId: 2, phoneAlias: '乙' })];
    const version = (uploadId: number) => ({ uploadId, name: 'a.apk', size: 9, app: { versionName: `${uploadId}.0` } });
    const offered = { appId: 3, package: 'com.a', name: '地图', description: '', icon: null };
    answers.list_apps = { phones: [asked(1), asked(2)], list: [], reading: false };
    answers.list_market_apps = { list: [{ ...offered, versions: [version(8), version(7)] }], total: 1 };
    answers.install_apps = { batchId: 5, success: 2, fail: 0, list: [] };
    const done = vi.fn();
    await renderIn(<AppsDialog open phones={phones} onDone={done} onClose={() => {}} />);
    await userEvent.click(await screen.findByText('市场'));
    const install = screen.getByRole('button', { name: '安装到 2 台' });
    expect(install).toBeDisabled();
    await userEvent.click(await screen.findByRole('checkbox', { name: '选择 地图' }));
    await userEvent.click(install);
    await waitFor(() => expect(done).toHaveBeenCalled());
    expect(bodies('install_apps')).toEqual([{ phoneIds: [1, 2], uploadIds: [8], choice: 'install', inGroup: false }]);
  });

  it('are counted on the tabs, and said to be signed by another key before they are chosen', async () => {
    const signed = (signers: string[]) => ({ ...app('a', on(1, { signers })) });
    const version = {
      uploadId: 8,
      name: 'a.apk',
      size: 9,
      app: { package: 'com.a', versionName: '2.0', versionCode: 2, signers: ['bb'] },
    };
    answers.list_apps = { phones: [asked(1)], list: [signed(['aa'])], reading: false };
    answers.list_market_apps = {
      list: [{ appId: 3, package: 'com.a', name: '地图', description: '', icon: null, versions: [version] }],
      total: 64,
    };
    answers.list_cloud_files = { list: [{ ...version, kind: 'apk', readyTime: null }], total: 12, keptDays: 90 };
    const install = vi.fn();
    await renderIn(<PhoneApps phoneId={1} onInstall={install} />);
    for (const [tab, count] of [
      ['已安装', 1],
      ['市场', 64],
      ['云端', 12],
    ] as const) {
      await waitFor(() => expect(screen.getByText(tab).parentElement).toHaveTextContent(`${tab}${count}`));
    }
    for (const [tab, name] of [
      ['市场', '更新“地图”'],
      ['云端', '安装'],
    ] as const) {
      await userEvent.click(screen.getByText(tab));
      expect(await screen.findByText('签名与已安装的不同，请先卸载')).toBeInTheDocument();
      expect(screen.getByRole('button', { name })).toBeDisabled();
    }
  });
});

describe('the apps of the phone that is played', () => {
  it('are started again from the menu while they run', async () => {
    const list = [app('a', on(1, { running: true })), app('b', on(1))];
    answers.list_apps = { phones: [asked(1)], list, reading: false };
    answers.restart_apps = { batchId: 5, success: 1, fail: 0, list: [] };
    answers.get_receipt = { batch: { batchId: 5 }, list: [], now: 0 };
    await renderIn(<PhoneApps phoneId={1} onInstall={null} />);
    await userEvent.click(await screen.findByRole('button', { name: 'b 的更多操作' }));
    expect(await screen.findByRole('menuitem', { name: '重启' })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'a 的更多操作' }));
    const items = await screen.findAllByRole('menuitem', { name: '重启' });
    await userEvent.click(items.at(-1) as HTMLElement);
    await waitFor(() => expect(bodies('restart_apps')).toEqual([{ phoneIds: [1], packageNames: 'com.a' }]));
  });

  it('say in their row what the phone refused', async () => {
    answers.list_apps = { phones: [asked(1)], list: [app('a', on(1)), app('b', on(1))], reading: false };
    await renderIn(<PhoneApps phoneId={1} onInstall={null} />);
    const row = (name: string) => within(screen.getByText(name).closest('li') as HTMLElement);
    await screen.findByText('a');
    answers.start_apps = {
      batchId: 5,
      success: 0,
      fail: 1,
      list: [{ phoneId: 1, code: AnswerCode.PHONE_BUSY, msg: '云手机正在执行其他操作' }],
    };
    await userEvent.click(row('a').getByRole('button', { name: '启动' }));
    expect(await row('a').findByRole('alert')).toHaveTextContent('云手机正在执行其他操作');
    expect(row('b').queryByRole('alert')).toBeNull();
  });

  it('stand in order, six of them and whatever runs, the rest behind a line, which looking for one unfolds', async () => {
    const idle = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => app(name, on(1)));
    const list = [
      ...idle,
      app('runs', on(1, { running: true })),
      app('front', on(1, { running: true, inFront: true })),
    ];
    answers.list_apps = { phones: [asked(1)], list, reading: false };
    answers.stop_apps = {
      batchId: 5,
      success: 0,
      fail: 1,
      list: [{ phoneId: 1, code: AnswerCode.PHONE_BUSY, msg: '正忙' }],
    };
    windowOf({ wide: true });
    await renderIn(<PhoneApps phoneId={1} onInstall={null} />);
    const names = () =>
      within(screen.getByRole('list', { name: '应用列表' }))
        .getAllByRole('listitem')
        .map((row) => row.querySelector('b')?.textContent);
    await screen.findByText('front');
    expect(names()).toEqual(['front', 'runs', 'a', 'b', 'c', 'd']);
    const more = screen.getByRole('button', { name: '另外 4 个' });
    expect(screen.getByText('系统应用 21 个不列出')).toBeInTheDocument();
    await userEvent.type(screen.getByRole('textbox', { name: '名称或包名' }), 'com.h');
    expect(names()).toEqual(['h']);
    expect(more).not.toBeInTheDocument();
    await userEvent.clear(screen.getByRole('textbox', { name: '名称或包名' }));
    await userEvent.click(screen.getByRole('button', { name: '另外 4 个' }));
    expect(names()).toEqual(['front', 'runs', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
    // An app that failed comes before one that runs.
    const row = within(screen.getByText('runs').closest('li') as HTMLElement);
    await userEvent.click(row.getByRole('button', { name: '停止' }));
    await screen.findByRole('alert');
    expect(names().slice(0, 2)).toEqual(['runs', 'front']);
  });

  it("have the way to install at the foot of a phone's sheet, and what is being installed above them", async () => {
    answers.list_apps = { phones: [asked(1)], list: [app('a', on(1))], reading: false };
    const row = { phoneId: 1, state: 'running', sent: { bytes: 62, total: 100, file: 'photos.apk' }, endTime: null };
    answers.get_receipt = { batch: { batchId: 5 }, files: [{ name: 'photos.apk' }], list: [row], now: 0 };
    const install = vi.fn();
    windowOf({ wide: false });
    await renderIn(<PhoneApps phoneId={1} onInstall={install} arriving={5} />);
    await screen.findByText('a');
    expect(await screen.findByText('photos.apk')).toBeInTheDocument();
    expect(screen.getByText('62%')).toBeInTheDocument();
    expect(screen.getByRole('progressbar', { name: '正在安装 photos.apk' })).toHaveAttribute('aria-valuenow', '62');
    await userEvent.click(screen.getByRole('button', { name: '安装 APK、APKS 或 XAPK' }));
    expect(install).toHaveBeenCalledWith();
  });

  it('are followed on a desk by the first ones of the market that the phone has not, or older', async () => {
    const version = (key: string, versionCode: number) => ({
      uploadId: versionCode,
      name: `${key}.apk`,
      size: 9,
      app: { package: key, versionName: `${versionCode}.0`, versionCode, signers: [] },
    });
    const offer = (appId: number, key: string, versionCode: number) => ({
      ...{ appId, package: key, name: key, description: '', icon: null },
      versions: [version(key, versionCode)],
    });
    answers.list_apps = { phones: [asked(1)], list: [app('a', on(1)), app('b', on(1))], reading: false };
    answers.list_market_apps = {
      list: [offer(1, 'com.a', 1), offer(2, 'com.b', 2), ...[3, 4, 5].map((id) => offer(id, `com.new${id}`, id))],
      total: 5,
    };
    const install = vi.fn();
    windowOf({ wide: true });
    await renderIn(<PhoneApps phoneId={1} onInstall={install} />);
    const section = within(await screen.findByRole('list', { name: '来自应用市场' }));
    expect(section.getAllByRole('listitem')).toHaveLength(3);
    expect(section.getByRole('button', { name: '更新“com.b”' })).toBeEnabled();
    await userEvent.click(section.getByRole('button', { name: '安装“com.new3”' }));
    expect(install).toHaveBeenCalledWith(expect.objectContaining({ uploadId: 3 }));
  });
});
