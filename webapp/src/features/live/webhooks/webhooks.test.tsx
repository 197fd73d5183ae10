import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { AnswerCode } from '@/contract/constants';
import { api } from '@/core/api';
import { beginSession, endSession } from '@/core/session';
import { operationOf } from '@/test/calls';
import { renderIn } from '@/test/render';
import { WebhooksSection } from './WebhooksSection';
import { hostOf, readable, titleOf } from './words';

let sent: Record<string, unknown[]> = {};
let answers: Record<string, unknown> = {};
let refusals: Record<string, { code: number; msg: string }> = {};

// Whole dialogs, on whatever machine.

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {});
  sent = {};
  refusals = {};
  answers = { list_webhooks: { list: [] } };
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body?: string }) => {
    const name = operationOf(url, init.method);
    sent[name] = [...(sent[name] ?? []), init.body ? JSON.parse(init.body) : null];
    const data = name in answers ? answers[name] : true;
    return new Response(JSON.stringify(refusals[name] ?? { code: 0, msg: '', data }));
  });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
});
afterEach(() => {
  store.dispatch(api.util.resetApiState());
  endSession('left');
});

const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
/** The last element of these words: a dialog's button stands below its title. By text, since roles take jsdom seconds. */
function press(within: Pick<typeof screen, 'getAllByText'>, words: string | RegExp): void {
  const found = within.getAllByText(words);
  fireEvent.click(found[found.length - 1] as HTMLElement);
}
const bodies = (name: string) => sent[name] ?? [];

describe('words', () => {
  it('say a host, a payload and a kind as people read them', () => {
    expect(hostOf('https://hooks.example:8443/a?b')).toBe('hooks.example:8443');
    expect(hostOf('nonsense')).toBe('nonsense');
    expect(readable('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(readable('nonsense')).toBe('nonsense');
    expect(titleOf('phone.status')).toBe('webhooks.kind.phone');
    expect(titleOf('webhook.test')).toBe('webhooks.kind.test');
  });
});

describe('webhooks', () => {
  const webhook = {
    webhookId: 3,
    name: '监控',
    url: 'https://hooks.example:8443/owl?x=1',
    kinds: ['phone.status', 'order.changed'],
    createdMs: 1,
    waiting: 4,
    dropped: 0,
    paused: 'failing',
    pausedMs: 2,
    lastMs: Date.now(),
    lastStatus: 503,
    lastFailure: 'refused',
  };

  it('makes one and shows its secret once; a refused address is said at its field', async () => {
    answers.create_webhook = { webhookId: 3, secret: 'whsec_abc' };
    await renderIn(<WebhooksSection />);
    await screen.findByText('还没有 Webhook');
    press(screen, '添加 Webhook');
    const dialog = within(await screen.findByRole('dialog'));
    fill(dialog.getByLabelText('名称'), '监控');
    fill(dialog.getByLabelText('地址'), 'https://10.0.0.1/');
    refusals.create_webhook = { code: AnswerCode.WEBHOOK_ADDRESS, msg: '地址须在公网上可达' };
    press(dialog, '添加 Webhook');
    await dialog.findByText('地址须在公网上可达');
    expect(screen.queryByText('whsec_abc')).toBeNull();
    delete refusals.create_webhook;
    fill(dialog.getByLabelText('地址'), 'https://hooks.example/');
    press(dialog, '添加 Webhook');
    await screen.findByText('whsec_abc');
    const kinds = ['phone.status', 'operation.ended', 'order.changed', 'rental.ending'];
    expect(bodies('create_webhook').at(-1)).toEqual({ name: '监控', url: 'https://hooks.example/', kinds });
  });

  it('says how one goes, why it is paused, and what a test came to', async () => {
    answers.list_webhooks = { list: [webhook] };
    answers.test_webhook = { taken: false, failure: 'timedOut', tookMs: 10_000 };
    await renderIn(<WebhooksSection />);
    await screen.findByText('hooks.example:8443');
    screen.getByText(/接收方返回 HTTP 503/);
    screen.getByText('4 条等待投递');
    screen.getByText(/多次投递失败，已暂停/);
    press(screen, '测试');
    await screen.findByText('测试未送达：接收方未在 10 秒内响应');
    expect(bodies('test_webhook')).toEqual([{ webhookId: 3 }]);
  });

  it('shows what was sent, and sends it again', async () => {
    answers.list_webhooks = { list: [webhook] };
    answers.list_deliveries = {
      list: [
        {
          deliveryId: 9,
          event: 'evt_1',
          type: 'phone.status',
          body: '{"id":"evt_1"}',
          state: 'waiting',
          tries: 2,
          createdMs: 1,
          tookMs: 12,
          status: 503,
          failure: 'refused',
        },
      ],
      total: 1,
    };
    await renderIn(<WebhooksSection />);
    await screen.findByText('hooks.example:8443');
    press(screen, '投递记录');
    const log = within(await screen.findByRole('dialog'));
    await log.findByText('尝试 2 次');
    log.getByText('恢复后投递');
    log.getByText(/"id": "evt_1"/);
    press(log, '重新投递');
    await waitFor(() => expect(bodies('redeliver_event')).toEqual([{ deliveryId: 9 }]));
  });
});
