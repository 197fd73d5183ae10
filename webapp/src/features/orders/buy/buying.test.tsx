import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { AnswerCode } from '@/contract/constants';
import { api } from '@/core/api';
import { beginSession, endSession } from '@/core/session';
import { postToEmbedder } from '@/shell/embedding';
import { operationOf } from '@/test/calls';
import { renderIn } from '@/test/render';
import { type Configuration, type Order, orderMoved, type Shelf } from '../api';
import { EmbeddingContext, message, type Outcome } from '../embedding';
import { sampleOrder, sampleShelf } from '../shelf.test-kit';
import BuyPage from './BuyPage';

interface Sent {
  name: string;
  body: Record<string, unknown> | null;
  key: string | null;
}
let sent: Sent[] = [];
let shelf: Shelf;
let order: Order;
let refusal: { code: number; msg: string; data?: unknown } | null;
let paid = false;
/** Orders that wait for their payment. */
let waiting: Order[] = [];
/** Payment that the wallet wants shown. */
let show = { kind: '', value: '' };

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('scrollTo', () => {});
  [sent, shelf, order, refusal, paid, waiting] = [[], sampleShelf(), sampleOrder(), null, false, []];
  show = { kind: 'qr', value: 'weixin://pay/1' };
  vi.stubGlobal(
    'fetch',
    async (url: string, init: { method: string; body?: string; headers: Record<string, string> }) => {
      const name = operationOf(url, init.method);
      sent.push({ name, body: init.body ? JSON.parse(init.body) : null, key: init.headers['Idempotency-Key'] ?? null });
      if (name === 'create_order' && refusal) return new Response(JSON.stringify(refusal));
      const status = {
        orderId: 81,
        state: paid ? 'paid' : 'waiting',
        payState: paid ? 'success' : 'pending',
        paidFen: 0,
      };
      const answers: Record<string, unknown> = {
        list_configurations: shelf,
        get_agreement: {
          kind: 'authorization',
          version: 2,
          title: '云手机授权协议',
          html: '<p>一、归平台</p>',
          publishTime: 0,
        },
        create_order: order,
        pay_order: { attempt: 'A1', show, deadlineMs: order.deadlineMs },
        list_orders: { list: waiting, total: waiting.length, paidFen: 0, refundedFen: 0 },
        get_payment: { ...status, deadlineMs: order.deadlineMs },
      };
      return new Response(JSON.stringify({ code: 0, msg: '', data: answers[name] ?? true }));
    },
  );
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
});
afterEach(() => {
  store.dispatch(api.util.resetApiState());
  endSession('left');
  vi.unstubAllGlobals();
});

const named = (name: string) => sent.filter((each) => each.name === name);
const panel = () => screen.getByRole('complementary', { name: '订单' });
const total = () => screen.getByTestId('total').textContent;

async function buying(quantity = '1') {
  await renderIn(<BuyPage />);
  const field = await screen.findByRole('spinbutton', { name: '数量' });
  await userEvent.clear(field);
  await userEvent.type(field, quantity);
}
async function agree() {
  await userEvent.click(within(panel()).getByRole('checkbox'));
  await screen.findByText('一、归平台');
  await userEvent.click(screen.getByRole('button', { name: '我已阅读并同意' }));
}
const pay = () => userEvent.click(screen.getByRole('button', { name: /^支付( ¥|$)/ }));

describe('the page of buying', () => {
  it('counts by the step that the quantity has reached, and says what a few more would cost', async () => {
    await buying('9');
    expect(total()).toBe('¥405');
    expect(screen.getByText(/再加 1 台到 10 台，单价降到 ¥42，多付 ¥15 得 1 台/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '改为 10 台' }));
    expect(total()).toBe('¥420');
    expect(within(panel()).getByText('10+ 台阶梯价 ¥42')).toBeVisible();
    expect(within(panel()).getByText('−¥30')).toBeVisible();
  });

  it('offers nothing that is sold out or no longer sold, and no more than there are', async () => {
    shelf = sampleShelf({ list: shelf.list.map((each) => ({ ...each, onSale: each.configurationId !== 2 })) });
    await buying('27');
    expect(screen.getByRole('radio', { name: /轻量型/ })).toBeDisabled();
    expect(screen.queryByRole('radio', { name: /进阶型/ })).toBeNull();
    await userEvent.tab();
    expect(screen.getByRole('spinbutton', { name: '数量' })).toHaveValue('26');
    expect(total()).toBe('¥1,092');
  });

  it('buys of one carrier where that is wished, and no more than it has', async () => {
    const free: Configuration['free'] = [
      { operator: 'mobile', count: 20 },
      { operator: 'unicom', count: 6 },
    ];
    shelf = sampleShelf({ list: shelf.list.map((each, at) => (at === 0 ? { ...each, free } : each)) });
    await buying('7');
    await userEvent.click(screen.getByText('联通 6'));
    expect(screen.getByText('库存只有 6 台，请减少数量')).toBeVisible();
    expect(screen.getByRole('button', { name: /^支付/ })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: '减少一台' }));
    expect(total()).toBe('¥270');
    expect(within(panel()).getByText(/联通$/)).toBeVisible();
    await agree();
    await pay();
    await waitFor(() => expect(named('create_order')).toHaveLength(1));
    expect(named('create_order')[0]?.body).toMatchObject({ carrier: 'unicom', quantity: 6, totalFen: 27_000 });
  });

  it('asks for the agreement to be read before anything is ordered', async () => {
    await buying();
    await pay();
    expect(within(panel()).getByRole('alert')).toHaveTextContent('请先阅读并同意授权协议');
    expect(screen.queryByRole('button', { name: '同意并支付' })).toBeNull();
    expect(named('create_order')).toEqual([]);
    await agree();
    expect(within(panel()).getByRole('checkbox')).toBeChecked();
  });

  it('sends what is shown once, under one key, and pays it', async () => {
    await buying('12');
    await agree();
    await pay();
    await screen.findByRole('img', { name: '支付宝付款码' });
    const [made] = named('create_order');
    expect(made?.body).toEqual({
      agreementVersion: 2,
      type: 1,
      configurationId: 1,
      packageId: 11,
      quantity: 12,
      points: 0,
      totalFen: 50_400,
      agreed: true,
    });
    expect(made?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(named('pay_order').map(({ body }) => body)).toEqual([{ orderId: 81, wallet: 1, way: 'pc' }]);
    await userEvent.click(screen.getByRole('button', { name: '换微信支付' }));
    await screen.findByRole('img', { name: '微信支付付款码' });
    await userEvent.click(screen.getByRole('button', { name: '我已付款' }));
    expect(await screen.findByText('还没有收到付款')).toBeVisible();
    paid = true;
    await userEvent.click(screen.getByRole('button', { name: '我已付款' }));
    await screen.findByRole('img', { name: '付款成功' });
    await userEvent.click(screen.getByRole('button', { name: '查看云手机' }));
    expect(screen.getByLabelText('here')).toHaveTextContent('/index');
  });

  it('lets points pay as much as the operator allows, or as there are, and says what is left', async () => {
    shelf.points = { available: 700, sharePercent: 20, earnedPerYuan: 1 };
    await buying('1');
    const use = () => within(panel()).getByRole('switch');
    expect(within(panel()).getByText('用 700 分抵 ¥7')).toBeVisible();
    expect(within(panel()).getByText('付款后得 45 分')).toBeVisible();
    await userEvent.click(use());
    expect(total()).toBe('¥38');
    expect(within(panel()).getByText('付款后得 38 分')).toBeVisible();
    await agree();
    await pay();
    await waitFor(() => expect(named('create_order')).toHaveLength(1));
    expect(named('create_order')[0]?.body).toMatchObject({ points: 700, totalFen: 3_800 });
    expect(use(), 'each order asks anew').not.toBeChecked();
  });

  it('keeps its key while it is sent again, and takes another one with another form', async () => {
    refusal = { code: AnswerCode.ORDER_SOLD_OUT, msg: '库存不足，请减少数量或更换配置' };
    await buying('2');
    await agree();
    await pay();
    expect(await within(panel()).findByText('库存不足，请减少数量或更换配置')).toBeVisible();
    await pay();
    await waitFor(() => expect(named('create_order')).toHaveLength(2));
    await userEvent.click(screen.getByRole('button', { name: '增加一台' }));
    await pay();
    await waitFor(() => expect(named('create_order')).toHaveLength(3));
    const [first, second, third] = named('create_order').map(({ key }) => key);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('asks for the prices again when they moved, and says so', async () => {
    refusal = { code: AnswerCode.ORDER_PRICE, msg: '价格已变动', data: { totalFen: 5000 } };
    await buying();
    await agree();
    const before = named('list_configurations').length;
    await pay();
    expect(await within(panel()).findByText(/价格刚刚变动/)).toBeVisible();
    await waitFor(() => expect(named('list_configurations').length).toBeGreaterThan(before));
  });
});

/** Stock of each kind, set from now on. */
const left = (...stock: number[]) => {
  const list = shelf.list.map((each, at) => ({ ...each, stock: stock[at] ?? 0, free: [] }));
  shelf = sampleShelf({ list });
};
const names = () => screen.getAllByRole('radio', { name: /型/ }).map((radio) => radio.getAttribute('value'));
/** The shelf is asked for again, as it is each 15 s. */
async function polled() {
  const before = named('list_configurations').length;
  store.dispatch(orderMoved());
  await waitFor(() => expect(named('list_configurations').length).toBeGreaterThan(before));
}

describe('what is chosen', () => {
  it('stays chosen and in its place when it sells out, and cannot be paid', async () => {
    await buying();
    await agree();
    shelf = sampleShelf({
      list: [...shelf.list].reverse().map((each) => ({ ...each, stock: each.configurationId === 2 ? 8 : 0 })),
    });
    await polled();
    expect(await screen.findByText('该配置暂时缺货，请选择其他配置')).toBeVisible();
    expect(screen.getByRole('radio', { name: /标准型/ })).toBeChecked();
    expect(names()).toEqual(['1', '2', '3']);
    expect(total()).toBe('¥45');
    expect(screen.getByRole('button', { name: /^支付/ })).toBeDisabled();
  });

  it('stays when it is no longer sold at all, nor its package, nor its carrier', async () => {
    const free: Configuration['free'] = [{ operator: 'unicom', count: 6 }];
    shelf = sampleShelf({ list: shelf.list.map((each, at) => (at === 0 ? { ...each, free } : each)) });
    const full = shelf;
    await buying();
    await userEvent.click(screen.getByText('联通 6'));
    left(26, 8);
    await polled();
    expect(await screen.findByText(/所选运营商暂时没有库存/)).toBeVisible();
    expect(screen.getByRole('radio', { name: '联通 0' })).toBeChecked();

    const month = (packages: Configuration['packages']) => packages.filter(({ days }) => days === 30);
    shelf = { ...full, list: full.list.map((each) => ({ ...each, packages: month(each.packages) })) };
    await polled();
    await waitFor(() => expect(screen.queryByText(/所选运营商/)).toBeNull());
    shelf = { ...full, list: full.list.map((each) => ({ ...each, packages: each.packages.slice(0, 1) })) };
    await polled();
    expect(await screen.findByText('该套餐已下架，请选择其他套餐')).toBeVisible();
    expect(total()).toBe('–');

    shelf = { ...full, list: full.list.slice(1) };
    await polled();
    expect((await screen.findAllByText('该配置已停售，请选择其他配置')).length).toBeGreaterThan(0);
    expect(screen.getByRole('radio', { name: /标准型/ })).toBeChecked();
    expect(screen.getByRole('button', { name: /^支付/ })).toBeDisabled();
  });

  it('is not sold out where the rest of it is kept for an order of one’s own', async () => {
    shelf = sampleShelf({
      list: shelf.list.map((each, at) => (at === 0 ? { ...each, stock: 0, reserved: 2, free: [] } : each)),
    });
    await buying();
    const own = screen.getByRole('radio', { name: /标准型/ });
    expect(own).toBeChecked();
    expect(own).toBeEnabled();
    expect(screen.getByText('已为你的订单保留 2 台')).toBeVisible();
    expect(screen.getByText('剩下的库存已为你的待付款订单保留，请先付款或取消')).toBeVisible();
    expect(screen.getByRole('button', { name: /^支付/ })).toBeDisabled();
  });

  it('is agreed to anew, one of it, once an order was made', async () => {
    await buying('12');
    await agree();
    await userEvent.click(within(panel()).getByRole('radio', { name: /微信支付/ }));
    await pay();
    await screen.findByRole('img', { name: '微信支付付款码' });
    await userEvent.click(within(screen.getByRole('dialog', { name: '付款' })).getByRole('button', { name: '关闭' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(within(panel()).getByRole('checkbox')).not.toBeChecked();
    expect(screen.getByRole('spinbutton', { name: '数量' })).toHaveValue('1');
    await pay();
    expect(within(panel()).getByRole('alert')).toHaveTextContent('请先阅读并同意授权协议');
    expect(named('create_order')).toHaveLength(1);
    // An agreement that was accepted before is ticked unopened, and said with its version.
    await userEvent.click(within(panel()).getByRole('checkbox'));
    expect(within(panel()).getByRole('checkbox')).toBeChecked();
    expect(screen.queryByRole('dialog')).toBeNull();
    // Or it is ticked in place, and the order goes on.
    await userEvent.click(within(panel()).getByRole('checkbox'));
    await pay();
    await userEvent.click(within(panel()).getByRole('button', { name: '同意并支付' }));
    await waitFor(() => expect(named('create_order')).toHaveLength(2));
    expect(named('create_order').map(({ body }) => (body as { agreementVersion: number }).agreementVersion)).toEqual([
      2, 2,
    ]);
  });
});

describe('an order that waits for its payment', () => {
  const band = () => screen.findByRole('group', { name: '待付款' });

  it('stands on the page with what it is and how long it waits, the one that ends first', async () => {
    const soon = shelf.now + 12.5 * 60_000;
    waiting = [sampleOrder({ deadlineMs: soon + 60_000, orderId: 82 }), sampleOrder({ deadlineMs: soon })];
    await renderIn(<BuyPage />);
    expect(await band()).toHaveTextContent(/待付款 ¥504.*标准型 S1 × 12，30 天.*剩 12:\d\d.*另有 1 笔待付款/);
  });

  it('is paid there with the wallet of before, and says what became of it', async () => {
    localStorage.setItem('wallet', '2');
    waiting = [order];
    await renderIn(<BuyPage />);
    await userEvent.click(within(await band()).getByRole('button', { name: '继续付款' }));
    await screen.findByRole('img', { name: '微信支付付款码' });
    expect(named('pay_order').map(({ body }) => body)).toEqual([{ orderId: 81, wallet: 2, way: 'pc' }]);
    [paid, waiting] = [true, []];
    await userEvent.click(screen.getByRole('button', { name: '我已付款' }));
    await screen.findByRole('img', { name: '付款成功' });
    expect(named('create_order')).toEqual([]);
  });

  it('is taken back there', async () => {
    waiting = [order];
    await renderIn(<BuyPage />);
    await userEvent.click(within(await band()).getByRole('button', { name: '取消订单' }));
    waiting = [];
    const sure = await screen.findByRole('dialog');
    await userEvent.click(within(sure).getByRole('button', { name: '取消订单' }));
    await waitFor(() => expect(screen.queryByRole('group', { name: '待付款' })).toBeNull());
    expect(named('cancel_order').map(({ body }) => body)).toEqual([{ orderId: 81 }]);
  });

  it('whose time is over is not offered any more', async () => {
    waiting = [sampleOrder({ deadlineMs: shelf.now - 1 })];
    await renderIn(<BuyPage />);
    await screen.findByRole('spinbutton', { name: '数量' });
    await waitFor(() => expect(named('list_orders').length).toBeGreaterThan(1));
    expect(screen.queryByRole('group', { name: '待付款' })).toBeNull();
  });
});

describe('the embedded copy', () => {
  it('tells its surroundings what became of the order, once', async () => {
    const tell = vi.fn<(outcome: Outcome) => void>();
    paid = true;
    await renderIn(
      <EmbeddingContext value={{ tell }}>
        <BuyPage />
      </EmbeddingContext>,
    );
    await screen.findByRole('spinbutton', { name: '数量' });
    await agree();
    await pay();
    await waitFor(() => expect(tell).toHaveBeenCalled());
    expect(tell.mock.calls).toEqual([[{ orderId: 81, orderNo: order.orderNo, state: 'success' }]]);
  });

  it('opens a wallet’s page beside itself on a phone, where the console gives way to it', async () => {
    show = { kind: 'page', value: 'https://wallet.example/pay' };
    const phone = (media: string) => ({
      matches: media.includes('coarse'),
      media,
      addEventListener: () => {},
      removeEventListener: () => {},
    });
    vi.stubGlobal('matchMedia', phone);
    for (const embedded of [false, true]) {
      const { unmount } = await renderIn(
        <EmbeddingContext value={embedded ? { tell: () => {} } : null}>
          <BuyPage />
        </EmbeddingContext>,
      );
      await screen.findByRole('spinbutton', { name: '数量' });
      await (embedded ? userEvent.click(within(panel()).getByRole('checkbox')) : agree());
      await pay();
      const link = await screen.findByRole('link', { name: '打开支付宝' });
      expect(link).toHaveAttribute('href', show.value);
      expect(link.getAttribute('target')).toBe(embedded ? '_blank' : null);
      unmount();
    }
    expect(new Set(named('pay_order').map(({ body }) => body?.way))).toEqual(new Set(['h5']));
  });

  it('speaks to the named origins alone, and to nobody where it stands alone', () => {
    const around = { postMessage: vi.fn() };
    const said = { orderId: 1, orderNo: 'A', state: 'success' } as const;
    postToEmbedder(message(said), ['https://a.example', 'https://b.example'], around as unknown as Window);
    expect(around.postMessage.mock.calls).toEqual([
      [{ type: 'owldeck-order', ...said }, 'https://a.example'],
      [{ type: 'owldeck-order', ...said }, 'https://b.example'],
    ]);
    const post = vi.spyOn(window, 'postMessage');
    postToEmbedder(message(said), ['https://a.example'], window);
    expect(post).not.toHaveBeenCalled();
  });
});
