import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { AnswerCode } from '@/contract/constants';
import { api } from '@/core/api';
import { beginSession, endSession } from '@/core/session';
import { samplePhone } from '@/features/phones/sample.test-kit';
import { operationOf } from '@/test/calls';
import { renderIn } from '@/test/render';
import NewDeviceDialog from './NewDeviceDialog';

const model = (brand: string, name: string, number: string) => ({
  brand,
  name,
  device: 'd',
  model: number,
  width: 1080,
  height: 2400,
  dpi: 440,
  android: '13',
  year: 2023,
  soc: 'SM8550',
});
const library = {
  total: 2,
  list: [
    { brand: 'Xiaomi', name: '小米', serialForm: '8 位 0–9、a–f', models: [model('Xiaomi', 'Xiaomi 13', '2211133G')] },
    { brand: 'samsung', name: '三星', serialForm: '11 位', models: [model('samsung', 'Galaxy S23', 'SM-S911B')] },
  ],
};
const now = {
  brand: 'OPPO',
  name: 'Reno5',
  model: 'CPH2159',
  serial: 's0',
  androidId: 'a0',
  android: '12',
  apps: 3,
  files: null,
};
const able = (phoneId: number) => ({ phoneId, code: 0, msg: '', now: { ...now, files: 40 } });

let sent: { name: string; body: unknown }[] = [];
let answers: Record<string, unknown> = {};
/** Holds back answers until it is resolved. */
let answered = Promise.resolve();
const bodies = (name: string) => sent.filter((each) => each.name === name).map(({ body }) => body);
const done = vi.fn();

beforeEach(() => {
  sent = [];
  done.mockClear();
  answers = {
    list_renew_models: { code: 0, data: library },
    draw_serial: { code: 0, data: { serial: '4e7a9c21' } },
    preview_new_device: { code: 0, data: { total: 1, list: [able(7)] } },
  };
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body?: string }) => {
    const name = operationOf(url, init.method);
    sent.push({ name, body: init.body ? JSON.parse(init.body) : null });
    await answered;
    return new Response(JSON.stringify({ msg: '', ...((answers[name] ?? { code: 404, msg: '没有' }) as object) }));
  });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
});
afterEach(() => {
  store.dispatch(api.util.resetApiState());
  endSession('left');
  vi.unstubAllGlobals();
});

const show = (...phones: ReturnType<typeof samplePhone>[]) =>
  renderIn(<NewDeviceDialog open phones={phones} onDone={done} onClose={() => {}} />);
const type = async (label: string, text: string) => {
  const field = screen.getByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
};

describe('the dialog of new devices', () => {
  it('begins with the newest model of the first brand and a serial number, and says what is lost', async () => {
    await show(samplePhone());
    await screen.findByText('可以新机');
    await waitFor(() => expect(screen.getByLabelText('序列号')).toHaveValue('4e7a9c21'));
    expect(screen.getByText('Reno5')).toBeInTheDocument();
    expect(screen.getByText('3 个应用和登录状态、40 个文件、系统设置')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('radio', { name: /应用和文件/ }));
    expect(screen.getByText('3 个应用的数据和登录状态、系统设置')).toBeInTheDocument();
    expect(screen.getByText(/^3 个应用、40 个文件、租期/)).toBeInTheDocument();
  });

  it.each([
    [0, 'renew_device'],
    [1, 'renew_device_v3'],
    [2, 'renew_device_redesign'],
  ])('asks the generation of the call that the operator chose: %i', async (renewRedesign, call) => {
    const texts = {
      text: '',
      main: '',
      leftBg: '',
      welcomeText: '',
      registerType: '',
      loginWay: '',
      serviceUrl: '',
      serviceHours: '',
    };
    answers.get_branding = { code: 0, data: { ...texts, renewRedesign } };
    answers[call] = { code: 0, data: { batchId: 5, success: 1, fail: 0, list: [] } };
    await show(samplePhone());
    await screen.findByText('可以新机');
    await waitFor(() => expect(screen.getByLabelText('序列号')).toHaveValue('4e7a9c21'));
    const verb = await screen.findByRole('button', { name: '换成 Xiaomi 13' });
    await userEvent.click(verb);
    await screen.findByText('请输入 1');
    expect(bodies(call)).toEqual([]);
    await type('输入 1 以确认', '1');
    await userEvent.click(verb);
    await waitFor(() => expect(done).toHaveBeenCalled());
    expect(bodies(call)).toEqual([{ phoneIds: [7], model: '2211133G', serial: '4e7a9c21', keep: 'nothing' }]);
  });

  it('says what the server refuses beside its field, and stays', async () => {
    answers.renew_device = { code: 400, msg: '小米的序列号应为：8 位', data: { field: 'serial' } };
    await show(samplePhone());
    await screen.findByText('可以新机');
    await type('序列号', 'zzz');
    await type('输入 1 以确认', '1');
    await userEvent.click(screen.getByRole('button', { name: '换成 Xiaomi 13' }));
    await screen.findByText('小米的序列号应为：8 位');
    expect(done).not.toHaveBeenCalled();
  });

  it('leaves out a phone that may not, and draws a serial number for none of several', async () => {
    const refused = { phoneId: 8, code: AnswerCode.NEW_DEVICE_ALONE, msg: '请单独操作这台云手机', now: null };
    answers.preview_new_device = { code: 0, data: { total: 3, list: [able(7), refused, able(9)] } };
    answers.renew_device = { code: 0, data: { batchId: 5, success: 2, fail: 0, list: [] } };
    await show(
      samplePhone(),
      samplePhone({ phoneId: 8, phoneAlias: '乙' }),
      samplePhone({ phoneId: 9, phoneAlias: '丙' }),
    );
    await screen.findByText('请单独操作这台云手机');
    expect(screen.getByText('每台各自随机生成')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: '不换 乙' }));
    await waitFor(() => expect(screen.queryByText('请单独操作这台云手机')).toBeNull());
    expect(bodies('preview_new_device').at(-1)).toEqual({ phoneIds: [7, 9] });
    await type('输入 2 以确认', '2');
    await userEvent.click(screen.getByRole('button', { name: '2 台换成 Xiaomi 13' }));
    await waitFor(() => expect(done).toHaveBeenCalled());
    expect(bodies('renew_device')).toEqual([{ phoneIds: [7, 9], model: '2211133G', serial: '', keep: 'nothing' }]);
  });
  it('tries a proxy out, forgets the result when a field changes, and sends the fields along', async () => {
    answers.preview_new_device = { code: 0, data: { total: 1, proxies: true, list: [{ ...able(7), proxy: null }] } };
    answers.list_proxy_countries = { code: 0, data: { total: 1, list: [{ id: 392, code: 'JP', name: '日本' }] } };
    answers.test_proxy = { code: 0, data: { exit: '203.0.113.57', delayMs: 86 } };
    answers.renew_device = { code: 0, data: { batchId: 5, success: 1, fail: 0, list: [] } };
    await show(samplePhone());
    await screen.findByText('可以新机');
    expect(screen.queryByLabelText('端口')).toBeNull();
    expect(screen.queryByText('保持现有')).toBeNull();
    await userEvent.click(screen.getByText('新的'));
    await type('地址', ' proxy.example ');
    await type('端口', '1080');
    await type('用户名', 'owl');
    await type('密码', 'sesame');
    await userEvent.click(screen.getByRole('button', { name: '测试' }));
    await screen.findByText('203.0.113.57');
    expect(screen.getByText('延迟 86 ms')).toBeInTheDocument();
    const sent = { protocol: 'SOCKS5', ip: 'proxy.example', port: 1080, username: 'owl', password: 'sesame' };
    expect(bodies('test_proxy')).toEqual([sent]);
    answers.test_proxy = { code: 400, msg: '代理不接受这个用户名和密码', data: { field: 'username' } };
    await type('密码', 'other');
    expect(screen.queryByText('203.0.113.57')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '测试' }));
    await screen.findByText('代理不接受这个用户名和密码');
    await type('输入 1 以确认', '1');
    await userEvent.click(screen.getByRole('button', { name: '换成 Xiaomi 13' }));
    await waitFor(() => expect(done).toHaveBeenCalled());
    expect(bodies('renew_device')).toMatchObject([{ ...sent, password: 'other', keep: 'nothing' }]);
  });

  it('says which of several phones gets which line, and sends them along', async () => {
    const list = [able(7), able(9)].map((row) => ({ ...row, proxy: null }));
    answers.preview_new_device = { code: 0, data: { total: 2, proxies: true, list } };
    answers.read_proxy_lines = {
      code: 0,
      data: {
        total: 1,
        msg: '2 台云手机需要 2 行代理，现有 1 行',
        list: [{ line: 1, proxy: 'HTTP a.example:8080', login: true, msg: '' }],
      },
    };
    answers.renew_device = { code: 0, data: { batchId: 5, success: 2, fail: 0, list: [] } };
    await show(samplePhone(), samplePhone({ phoneId: 9, phoneAlias: '丙' }));
    await waitFor(() => expect(screen.getAllByText('可以新机')).toHaveLength(2));
    await userEvent.click(screen.getByText('每台各一个'));
    const lines = screen.getByLabelText('代理，每行一个');
    fireEvent.change(lines, { target: { value: 'http://owl:sesame@a.example:8080' } });
    await screen.findByText('2 台云手机需要 2 行代理，现有 1 行');
    const given = within(screen.getByRole('list', { name: '每台云手机的代理' }));
    expect(given.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
      '主力-01第 1 行 HTTP a.example:8080',
      '丙还没有代理',
    ]);
    answers.read_proxy_lines = {
      code: 0,
      data: {
        total: 2,
        msg: '第 2 行：端口须为 1–65535，且不能是 25',
        list: [
          { line: 1, proxy: 'HTTP a.example:8080', login: true, msg: '' },
          { line: 2, proxy: '', login: false, msg: '端口须为 1–65535，且不能是 25' },
        ],
      },
    };
    const text = 'http://owl:sesame@a.example:8080\nb.example:25';
    fireEvent.change(lines, { target: { value: text } });
    await screen.findByText('第 2 行：端口须为 1–65535，且不能是 25');
    expect(given.getAllByRole('listitem')[1]).toHaveTextContent('丙第 2 行 端口须为 1–65535，且不能是 25');
    expect(bodies('read_proxy_lines').at(-1)).toEqual({ proxyLines: text, protocol: 'SOCKS5', phones: 2 });
    await type('输入 2 以确认', '2');
    answers.renew_device = { code: 400, msg: '第 2 行不行', data: { field: 'proxyLines' } };
    let resolve = () => {};
    answered = new Promise((done) => {
      resolve = done;
    });
    await userEvent.click(screen.getByRole('button', { name: '2 台换成 Xiaomi 13' }));
    await waitFor(() => expect(bodies('renew_device')).toHaveLength(1));
    // The typed text stays in sight while the server thinks.
    expect(screen.getByLabelText('代理，每行一个')).toHaveValue(text);
    resolve();
    await screen.findByText('第 2 行不行');
    expect(bodies('renew_device').at(-1)).toMatchObject({ phoneIds: [7, 9], proxyLines: text, protocol: 'SOCKS5' });
  });

  it('shows the proxy that a phone has, keeps it, or takes it off', async () => {
    const proxy = {
      protocol: 'HTTP',
      ip: 'proxy.example',
      port: 3128,
      login: true,
      place: '日本 · Tokyo',
      setTime: 1,
      inPlace: true,
      bytesUp: 0,
      bytesDown: 0,
      tested: null,
    };
    answers.preview_new_device = { code: 0, data: { total: 1, proxies: true, list: [{ ...able(7), proxy }] } };
    answers.change_proxy = { code: 0, data: true };
    answers.renew_device = { code: 0, data: { batchId: 5, success: 1, fail: 0, list: [] } };
    await show(samplePhone());
    await screen.findByText('HTTP proxy.example:3128');
    await userEvent.click(screen.getByRole('button', { name: '停用' }));
    await waitFor(() => expect(bodies('change_proxy')).toEqual([{ phoneId: 7 }]));
    await userEvent.click(screen.getByText('保持现有'));
    await type('输入 1 以确认', '1');
    await userEvent.click(screen.getByRole('button', { name: '换成 Xiaomi 13' }));
    await waitFor(() => expect(done).toHaveBeenCalled());
    expect(bodies('renew_device')).toMatchObject([{ keepProxy: true }]);
  });
});
