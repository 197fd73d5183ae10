import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { AnswerCode } from '@/contract/constants';
import { api } from '@/core/api';
import { startLive } from '@/core/live';
import { beginSession, endSession } from '@/core/session';
import { operationOf } from '@/test/calls';
import { renderIn } from '@/test/render';
import { type ReceiptRow, useGetReceiptQuery } from './api';
import OperationReceipt from './OperationReceipt';
import { followBatch, useBatchEnds } from './useBatchEnds';
import { useOperationNews } from './useNews';
import { receiptAddress } from './useShowReceipt';

const T = Date.UTC(2026, 10, 21, 4);
const row = (phoneId: number, more: Partial<ReceiptRow>): ReceiptRow => ({
  phoneId,
  owlId: `OWL-${phoneId}`,
  phoneAlias: `机 ${phoneId}`,
  state: 'done',
  step: null,
  reason: '',
  startTime: T,
  endTime: T + 2000,
  deadline: T + 600_000,
  expectedMs: 300_000,
  retryable: false,
  cancellable: false,
  enterable: false,
  mayGiveUp: false,
  nameTaken: false,
  sent: null,
  replacement: null,
  renewed: null,
  ...more,
});
const receiptOf = (list: ReceiptRow[]) => {
  const count = (state: ReceiptRow['state']) => list.filter((each) => each.state === state).length;
  return {
    batch: {
      batchId: 55,
      kind: 'reboot',
      name: '重启',
      createTime: T,
      total: list.length,
      queued: count('queued'),
      running: count('running'),
      done: count('done'),
      failed: count('failed'),
      cancelled: count('cancelled'),
      retryOf: null,
    },
    steps: [
      { step: 'look', name: '检查' },
      { step: 'act', name: '重启' },
      { step: 'boot', name: '启动' },
      { step: 'verify', name: '确认' },
    ],
    files: [],
    list,
    now: T + 10_000,
  };
};

let sent: { name: string; body: unknown }[] = [];
let answers: Record<string, unknown> = {};
/** The receipt of each batch, where there are several. */
let perBatch: ((batchId: string) => unknown) | null = null;
const bodies = (name: string) => sent.filter((each) => each.name === name).map(({ body }) => body);

beforeEach(() => {
  sent = [];
  perBatch = null;
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body?: string }) => {
    const name = operationOf(url, init.method);
    sent.push({ name, body: init.body ? JSON.parse(init.body) : null });
    const batchId = new URLSearchParams(url.split('?')[1]).get('batchId') ?? '';
    const data = name === 'get_receipt' && perBatch ? perBatch(batchId) : answers[name];
    return new Response(
      JSON.stringify(data ? { code: 0, msg: '', data } : { code: AnswerCode.OPERATION_ABSENT, msg: '没有这个操作' }),
    );
  });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
});
afterEach(() => {
  store.dispatch(api.util.resetApiState());
  endSession('left');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const opened = vi.fn();
const closed = vi.fn();
async function show(list: ReceiptRow[] | null) {
  answers = list ? { get_receipt: receiptOf(list) } : {};
  opened.mockClear();
  closed.mockClear();
  await renderIn(<OperationReceipt batchIds={[55]} picture={() => null} onOpen={opened} onClose={closed} />);
  if (list) await screen.findByTitle('机 1');
}
const lane = (name: string) => within(screen.getByTitle(name).closest('li') as HTMLElement);

describe('a receipt', () => {
  const mixed = [
    row(1, {}),
    row(2, { state: 'failed', step: 'act', reason: '云手机没有响应指令', retryable: true, enterable: true }),
    row(3, { state: 'failed', step: 'look', reason: '云手机已到期', startTime: null, endTime: null }),
    row(4, { state: 'running', step: 'boot', endTime: null }),
    row(5, { state: 'queued', startTime: null, endTime: null, cancellable: true }),
  ];

  it('puts what failed first, with its reason and what can be done', async () => {
    await show(mixed);
    const names = screen.getAllByTitle(/^机 \d$/).map((each) => each.textContent);
    expect(names).toEqual(['机 2', '机 3', '机 4', '机 5', '机 1']);
    expect(lane('机 2').getByText('云手机没有响应指令')).toBeInTheDocument();
    expect(lane('机 2').getByText('直接进入')).toBeInTheDocument();
    expect(lane('机 3').queryByText('重试')).toBeNull();
    expect(lane('机 3').queryByText('直接进入')).toBeNull();
    expect(lane('机 4').getByText(/^启动，约 /)).toBeInTheDocument();
  });

  it('leads into no phone but those of which the server says so', async () => {
    const failed = { state: 'failed', step: 'act', retryable: true } as const;
    await show([row(1, failed), row(2, { ...failed, enterable: true })]);
    expect(lane('机 1').getByText('重试')).toBeInTheDocument();
    expect(lane('机 1').queryByText('直接进入')).toBeNull();
    expect(lane('机 2').getByText('直接进入')).toBeInTheDocument();
  });

  it('tries again only those that failed and can be tried again, and shows the new receipt', async () => {
    await show(mixed);
    answers.retry_operations = { batchId: 77, success: 1, fail: 0, list: [] };
    await userEvent.click(screen.getByText('重试失败的 1 台'));
    await waitFor(() => expect(opened).toHaveBeenCalledWith([77]));
    expect(bodies('retry_operations')).toEqual([{ batchId: 55, phoneIds: [2] }]);
  });

  it('takes back what waits', async () => {
    await show(mixed);
    answers.cancel_operations = { cancelled: 1 };
    await userEvent.click(screen.getByText('取消等待的 1 台'));
    await waitFor(() => expect(bodies('cancel_operations')).toEqual([{ batchId: 55 }]));
    expect(await screen.findByText('已取消 1 台')).toBeInTheDocument();
  });

  it('of batches that were begun together is one set of lanes, in which the last row of a phone counts', async () => {
    const failed = { state: 'failed', step: 'act', retryable: true, reason: '空间不足' } as const;
    const waits = { state: 'queued', startTime: null, endTime: null, cancellable: true } as const;
    const of = (batchId: number, list: ReceiptRow[]) => {
      const answer = receiptOf(list);
      return { ...answer, batch: { ...answer.batch, batchId } };
    };
    const batches: Record<string, unknown> = {
      55: of(55, [row(1, {}), row(2, failed)]),
      56: of(56, [row(3, failed), row(4, waits)]),
      // The second phone was tried again.
      57: of(57, [row(2, {})]),
    };
    answers = { cancel_operations: { cancelled: 1 } };
    perBatch = (batchId) => batches[batchId];
    opened.mockClear();
    await renderIn(<OperationReceipt batchIds={[55, 56, 57]} picture={() => null} onOpen={opened} onClose={closed} />);
    await screen.findByTitle('机 4');
    expect(screen.getAllByTitle(/^机 \d$/).map((each) => each.textContent)).toEqual(['机 3', '机 4', '机 1', '机 2']);
    expect(lane('机 2').getByText('已完成')).toBeInTheDocument();
    answers.retry_operations = { batchId: 77, success: 1, fail: 0, list: [] };
    await userEvent.click(screen.getByText('重试失败的 1 台'));
    await waitFor(() => expect(opened).toHaveBeenCalledWith([55, 56, 57, 77]));
    expect(bodies('retry_operations')).toEqual([{ batchId: 56, phoneIds: [3] }]);
    await userEvent.click(screen.getByText('取消等待的 1 台'));
    await waitFor(() => expect(bodies('cancel_operations')).toEqual([{ batchId: 56 }]));
  });

  it('that does not exist says so and closes', async () => {
    await show(null);
    expect(await screen.findByText('没有这个操作')).toBeInTheDocument();
    expect(closed).toHaveBeenCalled();
  });
});

/** The sockets that were opened. */
let sockets: FakeSocket[] = [];
class FakeSocket {
  static OPEN = 1;
  readyState = 0;
  onopen?: () => void;
  onclose?: (event: { code: number }) => void;
  onmessage?: (event: { data: unknown }) => void;
  constructor(readonly url: string) {
    sockets.push(this);
  }
  open() {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }
  send() {}
  close() {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.({ code: 1000 });
  }
}

/** Shows a batch and asks for it only when it is told to: there is no poll. */
function Followed() {
  useOperationNews();
  const { data } = useGetReceiptQuery(55);
  return <output aria-label="state">{data?.list[0]?.state ?? ''}</output>;
}

describe('the member socket', () => {
  it('moves a receipt by itself, the one that it names and no other', async () => {
    sockets = [];
    vi.stubGlobal('WebSocket', FakeSocket);
    answers = {
      create_socket_ticket: { ticket: 't', expiresAt: 0 },
      get_receipt: receiptOf([row(1, { state: 'running', step: 'boot', endTime: null })]),
    };
    const stop = startLive();
    await renderIn(<Followed />);
    const state = screen.getByLabelText('state');
    await waitFor(() => expect(state).toHaveTextContent('running'));
    const member = () => sockets.find(({ url }) => url.includes('/websocket/infra/ws'));
    await waitFor(() => expect(member()).toBeDefined());
    member()?.open();
    const tell = (ids: number[]) =>
      member()?.onmessage?.({ data: JSON.stringify({ type: 'operation-changed', content: JSON.stringify({ ids }) }) });

    answers.get_receipt = receiptOf([row(1, {})]);
    const asked = () => sent.filter(({ name }) => name === 'get_receipt').length;
    expect(asked()).toBe(1);
    // Changes that come together are asked for once, a moment later.
    vi.useFakeTimers({ shouldAdvanceTime: true });
    tell([99]);
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect([asked(), state.textContent]).toEqual([1, 'running']);
    tell([55]);
    tell([55, 99]);
    await act(() => vi.advanceTimersByTimeAsync(1000));
    await waitFor(() => expect(state).toHaveTextContent('done'));
    expect(asked()).toBe(2);
    vi.useRealTimers();
    stop();
  });
});

function Ends() {
  useOperationNews();
  useBatchEnds();
  return null;
}

describe('the end of a batch', () => {
  const ended = (...states: ('done' | 'failed' | 'running')[]) => {
    answers = { get_receipt: receiptOf(states.map((state, at) => row(at + 1, { state }))) };
    return renderIn(<Ends />);
  };

  it('is told once, with its counts and the way to the receipt', async () => {
    // The clock stands: a toast, whose link is pressed here, goes by it after a few seconds.
    vi.useFakeTimers({ toFake: ['Date'] });
    const shown = await ended('done', 'failed');
    followBatch(55);
    expect(await screen.findByText(/1 台成功，1 台失败/)).toBeVisible();
    const asked = sent.filter(({ name }) => name === 'get_receipt').length;
    await userEvent.click(screen.getByRole('button', { name: '查看回执' }));
    expect(screen.getByLabelText('here')).toHaveTextContent('/index?receipt=55');
    shown.unmount();
    // Told: nobody asks for it again.
    await ended('done');
    followBatch(56);
    expect(await screen.findByText(/1 台成功$/)).toBeVisible();
    expect(sent.filter(({ name }) => name === 'get_receipt').length).toBe(asked + 1);
  });

  it('is told when the member socket says that the batch moved', async () => {
    sockets = [];
    vi.stubGlobal('WebSocket', FakeSocket);
    answers.create_socket_ticket = { ticket: 't', expiresAt: 0 };
    const stop = startLive();
    await ended('running');
    answers.create_socket_ticket = { ticket: 't', expiresAt: 0 };
    followBatch(58);
    await waitFor(() => expect(sent.some(({ name }) => name === 'get_receipt')).toBe(true));
    const member = () => sockets.find(({ url }) => url.includes('/websocket/infra/ws'));
    await waitFor(() => expect(member()).toBeDefined());
    member()?.open();
    answers.get_receipt = receiptOf([row(1, {}), row(2, {}), row(3, {})]);
    const content = JSON.stringify({ ids: [58] });
    member()?.onmessage?.({ data: JSON.stringify({ type: 'operation-changed', content }) });
    expect(await screen.findByText(/3 台成功$/)).toBeVisible();
    stop();
  });
});

describe('the address of a receipt', () => {
  it.each([
    ['/app/index', '?q=a&page=2', '/index?q=a&page=2&receipt=9'],
    ['/app/index', '?receipt=1', '/index?receipt=9'],
    ['/app/play', '?phoneId=7', '/index?receipt=9'],
  ])('from %s%s is %s', (pathname, search, address) => {
    expect(receiptAddress(9, { pathname, search })).toBe(address);
  });
});
