import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { api } from '@/core/api';
import { beginSession, endSession } from '@/core/session';
import { sampleShelf } from '@/features/orders/shelf.test-kit';
import { operationOf } from '@/test/calls';
import { windowOf } from '@/test/media';
import { renderIn } from '@/test/render';
import { addedUp } from '@/ui/charts/MonthLines';
import { RightsProvider } from '@/ui/rights/Gate';
import type { System } from '../system/api';
import { asText } from '../system/asText';
import SystemPage from '../system/SystemPage';
import type { Overview } from './api';
import OverviewPage from './OverviewPage';
import { waitingTime } from './waitingTime';

const moved = { payments: 2, paidFen: 9000, refundedFen: 0 };
const bill = {
  day: '2026-11-24',
  state: 'agrees',
  wasApart: false,
  fetchTime: 1,
  fault: null,
  ours: moved,
  bill: moved,
};
const bills = [
  { wallet: 1, days: [bill] },
  { wallet: 2, days: [{ ...bill, state: 'apart', bill: { ...moved, paidFen: 13_500 } }] },
];

const NOW = new Date(2026, 10, 25, 10, 24).getTime();
const HOUR = 3_600_000;

const nothing: Overview = {
  time: NOW,
  people: null,
  phones: null,
  stock: null,
  money: null,
  refunds: null,
  mismatches: null,
  hanging: null,
  feedback: null,
  errors: null,
  firstDay: null,
};

const whole: Overview = {
  ...nothing,
  people: { online: 612, signIns: 1847, newMembers: 38 },
  phones: { all: 5, running: 2, failed: 1, busy: 1, hold: 0, off: 1 },
  stock: [
    { configurationId: 1, name: '标准型', code: 'S4', all: 520, free: 126, sold: 126, lastsDays: 7 },
    { configurationId: 2, name: '轻量型', code: 'V2', all: 160, free: 0, sold: 3, lastsDays: 0 },
    { configurationId: 3, name: '游戏型', code: 'G8', all: 254, free: 72, sold: 1, lastsDays: 30 },
    { configurationId: 4, name: '旧型', code: '', all: 9, free: 9, sold: 0, lastsDays: null },
  ],
  money: {
    todayFen: 406_000,
    beforeFen: 361_500,
    hours: [100_000, 306_000],
    hoursBefore: Array.from({ length: 24 }, () => 1000),
    monthFen: 41_286_000,
    monthBeforeFen: 38_610_400,
    days: [10, 20],
    daysBefore: [5, 5, 5],
    kinds: [{ type: 1, orders: 31, paidFen: 221_400 }],
    refunds: 3,
    refundedFen: 19_000,
  },
  refunds: {
    count: 1,
    amountFen: 22_500,
    list: [
      {
        refundNo: 'R7',
        amountFen: 22_500,
        time: NOW - 19 * HOUR,
        configuration: '标准型 S4',
        quantity: 5,
        reason: '开过机',
        member: '139****6021',
      },
    ],
  },
  mismatches: { count: 0, amountFen: 0, oldestTime: null },
  hanging: {
    phones: 14,
    count: 1,
    list: [
      {
        batchId: 9,
        name: '升级镜像',
        phones: 14,
        phoneId: 77,
        address: 'gz-02:5555',
        startedTime: NOW - 38 * 60_000,
        expectedMs: 600_000,
      },
    ],
  },
  feedback: { count: 0, list: [] },
  errors: [
    { time: NOW - 60_000, call: 'POST /app-api/x', reason: 'no answer', times: 12, members: 6, requestId: 'req9' },
  ],
};

const hosts = {
  total: 21,
  bootingMax: 4,
  list: [
    {
      name: 'hz-03:5555',
      provider: 'listed',
      phones: 3,
      healthy: 2,
      watched: 0,
      booting: 0,
      processorPercent: 93,
      loadAverage: null,
      memoryUsedBytes: 88,
      memoryTotalBytes: 100,
      ticks: 'rfb',
      roundTrip: { medianMs: 164, p95Ms: 200, count: 3 },
    },
  ],
};

const system: System = {
  time: NOW,
  version: '2.2.0',
  build: 'release',
  platform: 'linux x86_64',
  startedTime: NOW - 26 * HOUR,
  publicOrigin: null,
  database: {
    kind: 'sqlite',
    version: '3.50.0',
    bytes: 2_100_000,
    migrations: 18,
    lastMigration: '20261127072000',
    stamp: 'live',
  },
  queues: [{ name: 'waiting', count: 3, firstTime: NOW - HOUR }],
  sockets: { members: 2, pictures: 1, online: 2 },
  storage: { files: 4, bytes: 1000, freeBytes: 5_000_000, wholeBytes: 9_000_000 },
  settings: [
    { section: 'server', variable: 'OWLDECK_LISTEN', value: '0.0.0.0:80', secret: false, source: 'environment' },
    { section: 'rules', variable: 'OWLDECK_GRACE_DAYS', value: '9', secret: false, source: 'database' },
    { section: 'sms', variable: 'OWLDECK_SMS_KEY', value: null, secret: true, source: 'file' },
    { section: 'smtp', variable: 'OWLDECK_SMTP_PASSWORD', value: null, secret: true, source: 'default' },
  ],
  errors: [],
};

let overview: Overview = whole;
let asked: string[] = [];
/** Minutes by which the shop's clock is ahead of this one's. */
let ahead = 0;

beforeEach(() => {
  [overview, asked, ahead] = [whole, [], 0];
  windowOf({ wide: true });
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('fetch', async (url: string, init: { method: string }) => {
    const name = operationOf(url, init.method);
    asked.push(name);
    const minutes = ahead - new Date(NOW).getTimezoneOffset();
    const answers: Record<string, unknown> = {
      get_today: overview,
      list_hosts: hosts,
      list_bills: bills,
      list_configurations: sampleShelf({ rules: { ...sampleShelf().rules, zone: [{ from: 0, minutes }] } }),
    };
    const data = answers[name] ?? system;
    return new Response(JSON.stringify({ code: 0, msg: '', data }));
  });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
});

afterEach(() => {
  store.dispatch(api.util.resetApiState());
  endSession('left');
  vi.unstubAllGlobals();
});

const page = (permissions: string[], part = <OverviewPage />, at = '/operator/overview') =>
  renderIn(<RightsProvider value={{ permissions, roles: ['admin'] }}>{part}</RightsProvider>, { at });

it('says what needs a person with the way there, and nothing where there is nothing', async () => {
  await page(['*:*:*']);
  const strip = await screen.findByRole('list', { name: '需要处理' });
  await within(strip).findByText('台主机吃紧');
  const cells = within(strip).getAllByRole('listitem');
  expect(cells).toHaveLength(5);
  expect(cells[0]).toHaveTextContent('1 笔退款待定');
  expect(cells[0]).toHaveTextContent('¥225 · 最久 19 小时');
  expect(within(strip).getByRole('link', { name: '去决定: 1 笔退款待定' })).toHaveAttribute(
    'href',
    '/operator/refunds?state=asked',
  );
  expect(cells[1]).toHaveTextContent('— 笔付款对不上');
  expect(within(cells[1] as HTMLElement).queryByRole('link')).toBeNull();
  expect(cells[2]).toHaveTextContent('共 14 台 · 最久 38 分钟');
  expect(cells[4]).toHaveTextContent('hz-03:5555 · 负载 93%');
});

it('shows every phone as a tick, stock in days, money in tables, and the last errors', async () => {
  await page(['*:*:*']);
  expect(await screen.findByRole('img', { name: 'hz-03:5555：运行 1, 异常 1, 操作中 1' })).toBeVisible();
  expect(screen.getByRole('link', { name: '全部 21 台主机' })).toHaveAttribute('href', '/operator/hosts');
  expect(screen.getByRole('link', { name: '异常 1' })).toHaveAttribute('href', '/operator/phones?state=failed');
  for (const words of ['够卖 7 天', '已售完', '够卖 30 天以上', '没有卖出']) {
    expect(screen.getByText(words)).toBeVisible();
  }
  const hours = screen.getByRole('table', { name: '按小时的收入' });
  expect(within(hours).getByRole('row', { name: '01:00 ¥3,060 ¥10' })).toBeInTheDocument();
  expect(within(hours).getByRole('row', { name: '23:00 — ¥10' })).toBeInTheDocument();
  const days = screen.getByRole('table', { name: '按天累计的收入' });
  expect(within(days).getByRole('row', { name: '2 ¥0.3 ¥0.1' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: '购买' })).toHaveAttribute('href', '/operator/orders?type=1&from=2026-11-25');
  expect(await screen.findByRole('link', { name: '支付宝' })).toHaveAttribute('href', '/operator/bills');
  expect(screen.getByText('11-24 账单已对平')).toBeVisible();
  expect(screen.getByText('11-24 账单不一致').closest('li')).toHaveTextContent('+¥45');
  expect(screen.getByText('38:00')).toHaveAttribute('data-tone', 'err');
  expect(screen.getByRole('row', { name: /POST \/app-api\/x no answer 12 6 名会员 req9/ })).toBeVisible();
});

it('goes by the days of the shop, as its figures do, whatever clock the browser goes by', async () => {
  overview = { ...whole, time: new Date(2026, 10, 30, 23, 30).getTime() };
  ahead = 60;
  await page(['*:*:*']);
  const bought = () => screen.getByRole('link', { name: '购买' }).getAttribute('href');
  await waitFor(() => expect(bought()).toBe('/operator/orders?type=1&from=2026-12-01'));
  expect(screen.getByRole('heading', { name: '12 月' })).toBeVisible();
  expect(screen.getByText('灰线为 11 月')).toBeVisible();
  expect(screen.getByText(/12 月 1 日 .*00:30/)).toBeVisible();
});

it('makes one state bright by the legend, and dark again', async () => {
  await page(['*:*:*']);
  const field = await screen.findByRole('img', { name: /hz-03/ });
  const failed = screen.getByRole('button', { name: '异常' });
  const dim = () => field.querySelectorAll('[data-dim="true"]').length;
  await userEvent.click(failed);
  expect([dim(), failed.getAttribute('aria-pressed')]).toEqual([4, 'true']);
  await userEvent.click(failed);
  expect(dim()).toBe(0);
});

it('leaves out what the operator may not see, and asks for no hosts', async () => {
  overview = { ...nothing, feedback: { count: 0, list: [] } };
  await page(['system:feedback:list']);
  const strip = await screen.findByRole('list', { name: '需要处理' });
  expect(within(strip).getAllByRole('listitem')).toHaveLength(1);
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
  expect(asked).not.toContain('list_hosts');
});

it('leads an empty shop through its first day', async () => {
  overview = {
    ...nothing,
    stock: [],
    firstDay: {
      operator: 'zhoumin',
      operatorTime: NOW,
      configurations: 1,
      phones: 0,
      wallets: 0,
      sms: false,
      mail: false,
      named: false,
      agreements: 0,
    },
  };
  await page(['*:*:*']);
  expect(await screen.findByText('再完成 4 步，会员就能下单。先后不限，之后都可以修改。')).toBeVisible();
  expect(screen.getByText('owldeck operator add zhoumin')).toBeVisible();
  expect(screen.queryByRole('list', { name: '需要处理' })).toBeNull();
  const next = screen.getByRole('button', { name: '添加云手机: 库存里有云手机' });
  expect(next).toHaveClass('ant-btn-primary');
  expect(screen.getByRole('button', { name: '查看设置: 支付渠道' })).not.toHaveClass('ant-btn-primary');
  expect(await screen.findByText('SQLite 3.50.0, 18 次迁移')).toBeVisible();
  for (const [way, path] of [
    ['添加云手机: 库存里有云手机', '/operator/phones'],
    ['查看设置: 支付渠道', '/operator/system?section=alipay'],
    ['查看设置: 短信或邮件', '/operator/sign-in'],
    ['编辑: 名称、标志与协议', '/operator/branding'],
  ] as const) {
    await userEvent.click(screen.getByRole('button', { name: way }));
    await waitFor(() => expect(screen.getByLabelText('here')).toHaveTextContent(path));
  }
});

it('says where each setting comes from, and of a secret only whether it is set', async () => {
  await page(['*:*:*'], <SystemPage />, '/operator/system?source=file');
  const list = await screen.findByRole('list', { name: '设置' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(1);
  expect(list).toHaveTextContent('OWLDECK_SMS_KEY已设置，不显示设置文件');
  expect(screen.getByText('1 天 2 小时')).toBeVisible();
});

it('tells whoever helps everything but secrets', () => {
  const text = asText(system);
  expect(text).toContain('Owldeck 2.2.0 (release, linux x86_64)');
  expect(text).toContain('  OWLDECK_LISTEN = 0.0.0.0:80 [environment]\n');
  expect(text).toContain('  OWLDECK_SMS_KEY = (secret) [file]\n  OWLDECK_SMTP_PASSWORD = (not set) [default]\n');
  expect(text).toContain('  waiting 3, first 2026-');
});

it('waits in its largest unit, and adds days up', () => {
  expect(waitingTime(NOW - 50 * HOUR, NOW)).toBe('2 天');
  expect(waitingTime(NOW - 90 * 60_000, NOW)).toBe('1 小时');
  expect(waitingTime(NOW + HOUR, NOW)).toBe('0 分钟');
  expect(addedUp([1, 2, 3])).toEqual([1, 3, 6]);
});
