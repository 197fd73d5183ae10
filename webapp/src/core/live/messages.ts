// Messages of the member socket: `{"type": …, "content": …}`, the content itself a JSON text. Each is read as untrusted input; a message
// that does not fit is dropped.
import { deviceOf, type Push, readPush } from '../session';

export interface LiveMessages {
  /** The session has ended: say so, and sign out. */
  'member-push': Push;
  /** Sent with the end of the session, for parts that show something in use. */
  LOGIN_OCCUPIED: Push;
  /** Phones that the member sees have changed; none named: any of them. `at` in Unix milliseconds. */
  'phone-changed': { phoneIds: number[]; at: number };
  /** Unread notices. */
  'notice-count': { count: number };
  /** Other announcements are to be seen than before. */
  'announcements-changed': Record<string, never>;
  /** Running operations have moved. */
  'operation-changed': { ids: number[] };
  /** An order of the member's moved; 0: any of them. */
  'order-changed': { orderId: number };
}

export type LiveType = keyof LiveMessages;
export type LiveMessage = { [T in LiveType]: { type: T; content: LiveMessages[T] } }[LiveType];

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isId = (value: unknown): value is number => Number.isSafeInteger(value);
const idsOf = (value: unknown): number[] | null => (Array.isArray(value) && value.every(isId) ? value : null);

/** A push without a readable reason still ends the session: it is taken for the usual one. */
const pushed = (content: Fields): Push => readPush(content) ?? { reason: 'elsewhere', device: deviceOf(content) };

const readers: { [T in LiveType]: (content: Fields) => LiveMessages[T] | null } = {
  'member-push': pushed,
  LOGIN_OCCUPIED: pushed,
  'phone-changed': ({ phoneIds, at }) => {
    const ids = idsOf(phoneIds);
    return ids ? { phoneIds: ids, at: isId(at) ? at : 0 } : null;
  },
  'notice-count': ({ count }) => (isId(count) && count >= 0 ? { count } : null),
  'announcements-changed': () => ({}),
  'operation-changed': ({ ids }) => {
    const read = idsOf(ids);
    return read ? { ids: read } : null;
  },
  'order-changed': ({ orderId }) => ({ orderId: isId(orderId) ? orderId : 0 }),
};

function parse(text: unknown): Fields | null {
  if (typeof text !== 'string') return null;
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

/** Reads a frame of the member socket; null when it is no message that this page knows. */
export function readMessage(frame: unknown): LiveMessage | null {
  const outer = parse(frame);
  if (!outer || typeof outer.type !== 'string' || !Object.hasOwn(readers, outer.type)) return null;
  const type = outer.type as LiveType;
  const content = readers[type](parse(outer.content) ?? {});
  return content === null ? null : ({ type, content } as LiveMessage);
}

/** Reads a frame of the notice socket, the number of unread notices; what is no such number counts as none. */
export function readCount(frame: unknown): number {
  const text = typeof frame === 'string' ? frame.trim() : '';
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}
