import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { AnswerCode } from '@/contract/constants';
import { api } from '@/core/api';
import { beginSession, endSession } from '@/core/session';
import { NOW } from '@/features/phones/sample.test-kit';
import { operationOf } from '@/test/calls';
import { renderIn } from '@/test/render';
import type { Order } from '../api';
import { sampleOrder, sampleShelf } from '../shelf.test-kit';
import RecordsPage from './RecordsPage';
import { questionOf, recordCodec } from './recordState';

let sent: { name: string; url: string; body: unknown }[] = [];
let order: Order;
/** How many orders the list has in all; asked for as a file does, each page is full. */
let total: number;
/** Refusal of the calls for a file's pages; null: they are answered. */
let refusal: { code: number; msg: string } | null;

beforeEach(() => {
  [sent, order, total, refusal] = [[], sampleOrder(), 1, null];
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body?: string }) => {
    const name = operationOf(url, init.method);
    sent.push({ name, url, body: init.body ? JSON.parse(init.body) : null });
    const { orderId, state, paidFen, deadlineMs } = order;
    const forFile = url.includes('pageSize=200');
    if (forFile && refusal) return new Response(JSON.stringify(refusal));
    const beyond = /[?&]pageNo=9(&|$)/.test(url);
    const unmatched = /[?&]keyword=none(&|$)/.test(url);
    const list = forFile ? Array.from({ length: 200 }, () => order) : beyond || unmatched ? [] : [order];
    const answers: Record<string, unknown> = {
      list_orders: { list, total: unmatched ? 0 : total, paidFen: 50_400, refundedFen: 0 },
      get_order: order,
      list_configurations: sampleShelf(),
      get_payment: { orderId, state, payState: state === 'paid' ? 'success' : 'pending', paidFen, deadlineMs },
      pay_order: { attempt: 'A1', show: { kind: 'qr', value: 'weixin://pay/1' }, deadlineMs },
    };
    return new Response(JSON.stringify({ code: 0, msg: '', data: answers[name] ?? true }));
  });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
});
afterEach(() => {
  store.dispatch(api.util.resetApiState());
  endSession('left');
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const bodies = (name: string) => sent.filter((each) => each.name === name).map(({ body }) => body);

describe('the question to the records', () => {
  const codec = recordCodec();
  const read = (query: string) => codec.read(new URLSearchParams(query));

  it.each([
    '',
    'q=A7&type=2&state=soldOut&wallet=1&from=2026-11-01&to=2026-11-18&orderId=8876441758328692&size=50&page=3',
  ])('reads back what it wrote: %s', (query) => expect(codec.write(read(query)).toString()).toBe(query));

  it.each(['state=nonsense', 'from=yesterday', 'from=2026-13-01', 'orderId=-1', 'type=4'])(
    'writes nothing of nonsense: %s',
    (query) => expect(codec.write(read(query)).toString()).toBe(''),
  );

  it('begins with the day of 90 days ago, and includes the first and the last day whole', () => {
    const now = new Date(2026, 10, 23, 15, 30).getTime();
    const beginTime = new Date(2026, 7, 25).getTime();
    expect(questionOf(read(''), now)).toEqual({ pageNo: 1, pageSize: 20, beginTime });
    expect(questionOf(read('from=2026-11-17&to=2026-11-18'), now)).toMatchObject({
      beginTime: new Date(2026, 10, 17).getTime(),
      endTime: new Date(2026, 10, 19).getTime(),
    });
  });

  it.each([
    ['America/New_York', '2026-03-08', 23, '2026-03-08T05:00:00.000Z'],
    ['America/New_York', '2026-11-01', 25, '2026-11-01T04:00:00.000Z'],
    ['America/New_York', '2026-11-02', 24, '2026-11-02T05:00:00.000Z'],
    // There clocks go from 24:00 to 1:00, and from 24:00 back to 23:00.
    ['America/Santiago', '2026-09-06', 23, '2026-09-06T04:00:00.000Z'],
    ['America/Santiago', '2026-09-05', 24, '2026-09-05T04:00:00.000Z'],
    ['America/Santiago', '2026-04-04', 25, '2026-04-04T03:00:00.000Z'],
  ])('knows in %s the hours of %s: %i', (zone, day, hours, begin) => {
    vi.stubEnv('TZ', zone);
    const { beginTime = 0, endTime = 0 } = questionOf(read(`from=${day}&to=${day}`));
    expect(new Date(beginTime).toISOString()).toBe(begin);
    expect((endTime - beginTime) / 3_600_000).toBe(hours);
  });

  it('stays on its page while an order is opened, and begins anew with another filter', () => {
    const third = read('page=3');
    expect(codec.change(third, { orderId: 81 }).pageNo).toBe(3);
    expect(codec.change(third, { state: 'paid' }).pageNo).toBe(1);
  });
});

describe('the file of the records', () => {
  it('is named after them, and says so when it does not hold all of them', async () => {
    total = 10_001;
    const names: string[] = [];
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    URL.createObjectURL = () => '#file';
    URL.revokeObjectURL = () => {};
    await renderIn(<RecordsPage />, { at: '/orderRecords' });
    const save = await screen.findByRole('button', { name: '导出 CSV' });
    await waitFor(() => expect(save).toBeEnabled());
    await userEvent.click(save);
    expect(await screen.findByText('文件没有包含全部订单')).toBeVisible();
    expect(screen.getByText('只含最新的 10000 笔，共 10001 笔，请按日期分几次导出')).toBeVisible();
    await waitFor(() => expect(names).toEqual(['订单记录.csv']));
    clicked.mockRestore();
  });

  it('is none where the server refuses, not even of what it said before', async () => {
    const made = vi.fn(() => '#file');
    URL.createObjectURL = made;
    URL.revokeObjectURL = () => {};
    await renderIn(<RecordsPage />, { at: '/orderRecords' });
    const save = await screen.findByRole('button', { name: '导出 CSV' });
    await waitFor(() => expect(save).toBeEnabled());
    await userEvent.click(save);
    await waitFor(() => expect(made).toHaveBeenCalledTimes(1));
    refusal = { code: AnswerCode.TOO_MANY, msg: '请求太频繁' };
    await userEvent.click(save);
    expect(await screen.findByText('请求太频繁')).toBeVisible();
    expect(made).toHaveBeenCalledTimes(1);
  });
});

describe('a page of the records that is no more', () => {
  it('gives way to the last that there is', async () => {
    await renderIn(<RecordsPage />, { at: '/orderRecords?page=9' });
    expect(await screen.findByText(order.orderNo)).toBeVisible();
    const asked = sent.filter(({ name }) => name === 'list_orders').map(({ url }) => url);
    expect(asked.at(-1)).toContain('pageNo=1');
  });
});

describe('the search of the records', () => {
  it('leaves the blank before the next word of a name where it is', async () => {
    const asked = () => {
      const last = sent.findLast(({ name }) => name === 'list_orders');
      return new URL(last?.url ?? '', 'http://here').searchParams.get('keyword');
    };
    await renderIn(<RecordsPage />, { at: '/orderRecords' });
    const field = await screen.findByRole('textbox', { name: '订单号、流水号、云手机' });
    await userEvent.type(field, '主力 ');
    await waitFor(() => expect(asked()).toBe('主力'));
    expect(field).toHaveValue('主力 ');
    await userEvent.type(field, '02');
    await waitFor(() => expect(asked()).toBe('主力 02'));
  });

  it('that finds nothing says so, and leads back to all', async () => {
    await renderIn(<RecordsPage />, { at: '/orderRecords?q=none&state=cancelled' });
    expect(await screen.findByRole('heading', { name: '没有符合条件的订单' })).toBeVisible();
    const { url } = sent.find(({ name }) => name === 'list_orders') ?? { url: '' };
    expect(new URL(url, 'http://here').searchParams.get('state')).toBe('cancelled');
    await userEvent.click(screen.getByRole('button', { name: '清除筛选' }));
    expect(await screen.findByText(order.orderNo)).toBeVisible();
    expect(screen.getByLabelText('here')).toHaveTextContent(/^\/orderRecords$/);
  });
});

/** The one with this title: antd names all its drawers alike while tests run. */
const dialog = (title: string) =>
  waitFor(() => {
    const all = [...document.querySelectorAll<HTMLElement>('[role=dialog]')];
    const found = all.find((each) => each.querySelector('.ant-drawer-title')?.textContent === title);
    if (!found) throw new Error(`no dialog ${title}`);
    return found;
  });

describe('an order in full', () => {
  const open = async () => {
    await renderIn(<RecordsPage />, { at: '/orderRecords?orderId=81' });
    const drawer = await dialog('订单详情');
    await within(drawer).findByText('下单时间');
    return drawer;
  };

  it('that waits can be paid, or taken back after a question', async () => {
    const drawer = await open();
    expect(within(drawer).queryByRole('button', { name: '申请退款' })).toBeNull();
    expect(within(drawer).queryByText('付款时间')).toBeNull();
    const pay = await within(drawer).findByRole('button', { name: '去付款' });
    await waitFor(() => expect(pay).toBeEnabled());
    await userEvent.click(within(drawer).getByRole('button', { name: '取消订单' }));
    const question = await dialog('取消这笔订单？');
    expect(bodies('cancel_order')).toEqual([]);
    await userEvent.click(within(question).getByRole('button', { name: '取消订单' }));
    await waitFor(() => expect(bodies('cancel_order')).toEqual([{ orderId: 81 }]));
  });

  it('that is paid after all says so where it was paid, and beside it', async () => {
    const drawer = await open();
    const pay = await within(drawer).findByRole('button', { name: '去付款' });
    await waitFor(() => expect(pay).toBeEnabled());
    await userEvent.click(pay);
    await screen.findByRole('img', { name: '支付宝付款码' });
    order = sampleOrder({ state: 'paid', paidFen: 50_400, payMethod: { wallet: 1, way: 'pc' } });
    await userEvent.click(screen.getByRole('button', { name: '我已付款' }));
    expect(await within(drawer).findByText('支付成功')).toBeVisible();
    expect(await screen.findByRole('img', { name: '付款成功' })).toBeVisible();
    expect(screen.queryByRole('button', { name: '去付款' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '查看云手机' }));
    expect(screen.getByLabelText('here')).toHaveTextContent('/index');
  });

  it('that was paid shows its phones and gives money back, not more than was paid', async () => {
    order = sampleOrder({
      state: 'paid',
      paidFen: 50_400,
      refundableFen: 50_400,
      payMethod: { wallet: 2, way: 'h5' },
      payTime: NOW,
      serialNo: '4200001',
      phones: [
        { phoneId: 1, owlId: 'OWL-1', phoneAlias: '新一号', gone: false },
        { phoneId: 2, owlId: 'OWL-2', phoneAlias: '新二号', gone: true },
      ],
    });
    const drawer = await open();
    expect(within(drawer).getByText('微信支付（H5）')).toBeVisible();
    expect(within(drawer).getByText('付款时间')).toBeVisible();
    expect(within(drawer).getByRole('link', { name: '新一号' })).toHaveAttribute('href', '/index?q=OWL-1');
    expect(within(drawer).queryByRole('link', { name: '新二号' })).toBeNull();
    expect(within(drawer).queryByRole('button', { name: '去付款' })).toBeNull();

    await userEvent.click(within(drawer).getByRole('button', { name: '申请退款' }));
    const form = await dialog('申请退款');
    const amount = within(form).getByLabelText('退款金额（元）');
    expect(amount).toHaveValue('504');
    await userEvent.clear(amount);
    await userEvent.type(amount, '504.01');
    await userEvent.click(within(form).getByRole('button', { name: '提交申请' }));
    expect(await within(form).findByText('请填写原因，最多 200 个字')).toBeVisible();
    expect(await within(form).findByText('退款金额须大于零且不超过可退金额')).toBeVisible();
    expect(bodies('refund_order')).toEqual([]);
    await userEvent.clear(amount);
    await userEvent.type(amount, '4.5');
    await userEvent.type(within(form).getByLabelText('原因'), '买多了');
    await userEvent.click(within(form).getByRole('button', { name: '提交申请' }));
    await waitFor(() => expect(bodies('refund_order')).toEqual([{ orderId: 81, reason: '买多了', amountFen: 450 }]));
  });

  it('that points paid alone gives points back, and says so before it is asked for', async () => {
    order = sampleOrder({
      state: 'partlyRefunded',
      totalFen: 0,
      points: 4500,
      pointsFen: 4500,
      payTime: NOW,
      refundableFen: 3800,
      refunds: [
        {
          refundNo: 'R1',
          amountFen: 700,
          points: 700,
          state: 'done',
          reason: '卡顿',
          answer: null,
          note: null,
          createTime: NOW,
          doneTime: NOW,
        },
      ],
    });
    const drawer = await open();
    expect(within(drawer).getByText('支付方式').nextSibling).toHaveTextContent('积分');
    expect(within(drawer).getByText('700 积分')).toBeVisible();
    await userEvent.click(within(drawer).getByRole('button', { name: '申请退款' }));
    const form = await dialog('申请退款');
    expect(within(form).getByText(/退回的是积分/)).toBeVisible();
    const amount = within(form).getByLabelText('退款金额（元）');
    expect(amount).toHaveValue('38');
    await userEvent.type(within(form).getByLabelText('原因'), '不用了');
    await userEvent.click(within(form).getByRole('button', { name: '提交申请' }));
    await waitFor(() => expect(bodies('refund_order')).toEqual([{ orderId: 81, reason: '不用了' }]));
  });
});
