// The words of what a webhook is told, why it is paused, and what became of an event.
import type { Delivery, Webhook } from './api';

export type Kind = Webhook['kinds'][number];

export const kindTitles = {
  'phone.status': 'webhooks.kind.phone',
  'operation.ended': 'webhooks.kind.operation',
  'order.changed': 'webhooks.kind.order',
  'rental.ending': 'webhooks.kind.rental',
} as const satisfies Record<Kind, string>;

export const kindTexts = {
  'phone.status': 'webhooks.kind.phoneText',
  'operation.ended': 'webhooks.kind.operationText',
  'order.changed': 'webhooks.kind.orderText',
  'rental.ending': 'webhooks.kind.rentalText',
} as const satisfies Record<Kind, string>;

export const allKinds = Object.keys(kindTitles) as Kind[];

/** Title of an event of the log; a test is of no kind that can be chosen. */
export const titleOf = (type: string) =>
  type in kindTitles ? kindTitles[type as Kind] : ('webhooks.kind.test' as const);

export const pauses = {
  byHand: 'webhooks.pause.byHand',
  failing: 'webhooks.pause.failing',
  gone: 'webhooks.pause.gone',
} as const satisfies Record<NonNullable<Webhook['paused']>, string>;

export const failures = {
  noName: 'webhooks.failure.noName',
  closed: 'webhooks.failure.closed',
  unreachable: 'webhooks.failure.unreachable',
  timedOut: 'webhooks.failure.timedOut',
  refused: 'webhooks.failure.refused',
} as const satisfies Record<NonNullable<Delivery['failure']>, string>;

export const states = {
  waiting: 'webhooks.state.waiting',
  taken: 'webhooks.state.taken',
  failed: 'webhooks.state.failed',
} as const satisfies Record<Delivery['state'], string>;

/** The host of an address, with its port where it is an unusual one. */
export function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}

/** A payload as people read it; what is no JSON stays as it is. */
export function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
