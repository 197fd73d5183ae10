// Sample shelf for tests: two kinds with prices by quantity, and one that is sold out.
import { DAY, NOW } from '@/features/phones/sample.test-kit';
import type { Configuration, Order, Shelf } from './api';

const packages = (first: number, yuan: number): Configuration['packages'] => [
  { packageId: first, days: 7, tiers: [{ from: 1, unitFen: (yuan * 100 * 14) / 45 }] },
  {
    packageId: first + 1,
    days: 30,
    tiers: [
      { from: 1, unitFen: yuan * 100 },
      { from: 10, unitFen: yuan * 100 - 300 },
    ],
  },
];

const configuration = (
  configurationId: number,
  name: string,
  yuan: number,
  stock: number,
  more: Partial<Configuration> = {},
): Configuration => ({
  configurationId,
  name,
  code: `S${configurationId}`,
  androidVersion: '14',
  chip: 'RK3588',
  padType: 5,
  dpi: 320,
  onSale: true,
  cores: 8,
  memoryMb: 8192,
  storageGb: 128,
  stock,
  reserved: 0,
  free: stock > 0 ? [{ operator: 'mobile', count: stock }] : [],
  packages: packages(configurationId * 10, yuan),
  ...more,
});

export const sampleShelf = (more: Partial<Shelf> = {}): Shelf => ({
  list: [configuration(1, '标准型', 45, 26), configuration(2, '进阶型', 90, 8), configuration(3, '轻量型', 30, 0)],
  wallets: [
    { wallet: 1, ways: ['pc', 'app', 'h5'] },
    { wallet: 2, ways: ['pc', 'app', 'h5'] },
  ],
  rules: { payMs: 900_000, graceMs: 7 * DAY, binMs: 7 * DAY, openMax: 5, zone: [{ from: 0, minutes: 480 }] },
  points: { available: 0, sharePercent: 20, earnedPerYuan: 1 },
  embedOrigins: [],
  now: NOW,
  ...more,
});

export const sampleOrder = (more: Partial<Order> = {}): Order => ({
  orderId: 81,
  orderNo: '20261118A7K2M9Q4',
  type: 1,
  state: 'waiting',
  createTime: NOW,
  specName: '标准型 S1',
  packageDays: 30,
  quantity: 12,
  unitFen: 4200,
  listFen: 54_000,
  discountFen: 3600,
  points: 0,
  pointsFen: 0,
  totalFen: 50_400,
  paidFen: 0,
  refundedFen: 0,
  payMethod: null,
  serialNo: null,
  payTime: null,
  deadlineMs: Date.now() + 900_000,
  lines: [],
  phones: [],
  refunds: [],
  refundableFen: 0,
  ...more,
});
