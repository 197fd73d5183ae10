import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { api } from '@/core/api';
import { formatTime } from '@/core/rules';
import { beginSession, endSession } from '@/core/session';
import { PhoneFacts } from '@/features/phones/card/PhoneFacts';
import { samplePhone } from '@/features/phones/sample.test-kit';
import { operationOf } from '@/test/calls';
import { renderIn } from '@/test/render';
import ProxyDialog from './ProxyDialog';
import ProxyFact from './ProxyFact';

const TESTED_MS = 1_795_000_000_000;
const proxy = {
  protocol: 'SOCKS5',
  ip: 'proxy.example',
  port: 1080,
  login: true,
  place: '日本 · Tokyo',
  inPlace: true,
  setTime: 1,
  bytesUp: 2048,
  bytesDown: 4096,
  tested: { time: TESTED_MS, exit: '203.0.113.57', delayMs: 86 },
};

let sent: { name: string; body: unknown }[] = [];
let answers: Record<string, unknown> = {};
const bodies = (name: string) => sent.filter((each) => each.name === name).map(({ body }) => body);
const facts = (part: object | null) => {
  answers.get_phone_proxy = { code: 0, data: { proxies: true, proxy: part } };
};

beforeEach(() => {
  sent = [];
  answers = {};
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body?: string }) => {
    const name = operationOf(url, init.method);
    sent.push({ name, body: init.body ? JSON.parse(init.body) : null });
    return new Response(JSON.stringify({ msg: '', ...((answers[name] ?? { code: 404, msg: '没有' }) as object) }));
  });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
});
afterEach(() => {
  store.dispatch(api.util.resetApiState());
  endSession('left');
  vi.unstubAllGlobals();
});

const showFact = () => renderIn(<ProxyFact phone={samplePhone()} />);

describe('the proxy among the facts of a phone', () => {
  it('is which, whether the phone has it, what went through it and when it was tested', async () => {
    facts(proxy);
    await showFact();
    await screen.findByText('SOCKS5 proxy.example:1080');
    for (const words of [
      '日本 · Tokyo',
      '云手机已生效',
      '上行 2.00 KB，下行 4.00 KB',
      `${formatTime(TESTED_MS)} 测试通过，出口 203.0.113.57，延迟 86 ms`,
    ]) {
      expect(screen.getByText(words)).toBeInTheDocument();
    }
  });

  it('is tested, and what is wrong is said there', async () => {
    facts({ ...proxy, inPlace: false, tested: null });
    answers.test_phone_proxy = { code: 400, msg: '代理不接受这个用户名和密码', data: { field: 'username' } };
    await showFact();
    await screen.findByText('没有测试过');
    expect(screen.getByText('尚未送达云手机')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: '测试' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('代理不接受这个用户名和密码');
    expect(bodies('test_phone_proxy')).toEqual([{ phoneId: 7 }]);
    facts(proxy);
    answers.test_phone_proxy = { code: 0, data: { exit: '203.0.113.57', delayMs: 86 } };
    await userEvent.click(screen.getByRole('button', { name: '测试' }));
    await screen.findByText(/测试通过/);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is taken off once that was confirmed, and set where there is none', async () => {
    facts(proxy);
    answers.change_proxy = { code: 0, data: true };
    await showFact();
    await userEvent.click(await screen.findByRole('button', { name: '停用' }));
    const asked = within(await screen.findByRole('dialog'));
    expect(bodies('change_proxy')).toEqual([]);
    facts(null);
    await userEvent.click(asked.getByRole('button', { name: '停用' }));
    await waitFor(() => expect(bodies('change_proxy')).toEqual([{ phoneId: 7 }]));
    await screen.findByText('不用');
    await userEvent.click(screen.getByRole('button', { name: '设置' }));
    await screen.findByLabelText('地址');
  });

  it('is not asked for by who may not make the phone another device', async () => {
    facts(proxy);
    await renderIn(<PhoneFacts phone={samplePhone({ level: 'operate', accreditType: 2 })} />);
    await screen.findByText('可操作');
    expect(bodies('get_phone_proxy')).toEqual([]);
    expect(screen.queryByText('代理')).toBeNull();
  });
});

describe('the dialog of proxies', () => {
  const show = (...phones: ReturnType<typeof samplePhone>[]) =>
    renderIn(<ProxyDialog open phones={phones} onClose={() => {}} />);

  it('gives one phone another proxy, and says a refusal beside its field', async () => {
    answers.change_proxies = { code: 400, msg: '端口不行', data: { field: 'port' } };
    await show(samplePhone());
    await userEvent.type(await screen.findByLabelText('地址'), 'b.example');
    await userEvent.type(screen.getByLabelText('端口'), '8080');
    await userEvent.click(screen.getByRole('button', { name: '设置代理' }));
    await screen.findByText('端口不行');
    const body = { phoneIds: [7], protocol: 'SOCKS5', ip: 'b.example', port: 8080, username: '', password: '' };
    expect(bodies('change_proxies')).toEqual([body]);
  });

  it('gives each of several the proxy of its line, one for all, or none', async () => {
    answers.change_proxies = { code: 0, data: { success: 2, fail: 0, list: [] } };
    answers.read_proxy_lines = { code: 0, data: { total: 0, list: [], msg: '' } };
    await show(samplePhone(), samplePhone({ phoneId: 8, phoneAlias: '乙' }));
    await userEvent.type(await screen.findByLabelText('代理，每行一个'), 'a.example:1');
    await userEvent.click(screen.getByRole('button', { name: '为 2 台设置' }));
    await waitFor(() => expect(bodies('change_proxies')).toHaveLength(1));
    expect(bodies('change_proxies')).toEqual([{ phoneIds: [7, 8], proxyLines: 'a.example:1', protocol: 'SOCKS5' }]);
    await userEvent.click(screen.getByText('不用'));
    await userEvent.click(screen.getByRole('button', { name: '停用 2 台的代理' }));
    await waitFor(() => expect(bodies('change_proxies').at(-1)).toEqual({ phoneIds: [7, 8] }));
  });
});
