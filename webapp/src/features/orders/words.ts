// Words for what the wire says of orders.
import type { TFunction } from 'i18next';
import { formatTime } from '@/core/rules';
import type { Carrier, Configuration, Order, OrderRow } from './api';

export const carrierKeys = {
  mobile: 'buy.mobile',
  unicom: 'buy.unicom',
  telecom: 'buy.telecom',
} as const satisfies Record<Carrier, string>;

/** Why none of a kind can be had: the rest is kept for the member's own unpaid order, or there is none. Null where there are some. */
export function noneLeft({ stock, reserved }: Configuration, t: TFunction): string | null {
  if (stock > 0) return null;
  return reserved > 0 ? t('buy.held', { n: reserved }) : t('buy.outOfStock');
}

/** `2026-12-18`. */
export const dateOf = (ms: number): string => formatTime(ms).slice(0, 10);
/** `2026-12-18 09:30`. */
export const minuteOf = (ms: number): string => formatTime(ms).slice(0, 16);

/** Where a price begins. */
interface Step {
  from: number;
}

/** The quantities that share a price: `10–29`, `100+`. */
export function rangeAt(tiers: readonly Step[], at: number): string {
  const [from, next] = [tiers[at]?.from ?? 1, tiers[at + 1]?.from];
  if (next === undefined) return `${from}+`;
  return next - 1 === from ? `${from}` : `${from}–${next - 1}`;
}

/** The last step that a quantity has reached. */
export const stepOf = (tiers: readonly Step[], quantity: number): number =>
  Math.max(
    0,
    tiers.findLastIndex(({ from }) => from <= quantity),
  );

export const typeKeys = { 1: 'orders.types.purchase', 2: 'orders.types.renewal', 3: 'orders.types.upgrade' } as const;

export const stateKeys = {
  waiting: 'orders.states.waiting',
  paid: 'orders.states.paid',
  cancelled: 'orders.states.cancelled',
  timeout: 'orders.states.timeout',
  refunding: 'orders.states.refunding',
  refunded: 'orders.states.refunded',
  partlyRefunded: 'orders.states.partlyRefunded',
  soldOut: 'orders.states.soldOut',
} as const;
export type OrderState = keyof typeof stateKeys;

const wayKeys = { pc: 'orders.ways.pc', app: 'orders.ways.app', h5: 'orders.ways.h5' } as const;

type Paid = Pick<OrderRow, 'payMethod' | 'payTime'>;

/** `Alipay (PC)`; points where they paid alone; a dash as long as nobody paid. */
export function methodText({ payMethod, payTime }: Paid, t: TFunction): string {
  if (!payMethod) return payTime ? t('orders.ways.points') : '–';
  const wallet = t(payMethod.wallet === 1 ? 'pay.alipay' : 'pay.wechat');
  return t('orders.method', { wallet, way: t(wayKeys[payMethod.way as keyof typeof wayKeys]) });
}

export const typeText = (type: number, t: TFunction): string => t(typeKeys[type as 1 | 2 | 3]);
export const stateText = (state: string, t: TFunction): string => t(stateKeys[state as OrderState]);

/** Content of an order in a line: configuration, quantity, and the days or the type. */
export function contentOf(order: Pick<Order, 'specName' | 'packageDays' | 'quantity' | 'type'>, t: TFunction): string {
  const { specName, packageDays, quantity, type } = order;
  if (type !== 1 || packageDays === null) {
    return t('orders.contentOf', { type: typeText(type, t), spec: specName, n: quantity });
  }
  return t('orders.content', { spec: specName, n: quantity, count: packageDays });
}
