// One request to the server: the headers every call carries, the envelope every answer comes in, and one shape for whatever fails.
import { type OperationName, route } from './operations';
import { channelCode, locale } from './storage';

const VERSION_CODE = '202503201';

/** The codes that the browser itself acts on. */
export const Code = {
  ok: 200,
  signedOut: 401,
  stateForbids: 1011000022,
  memberDisabled: 4100100102,
} as const;

/** Why a call failed. Serialisable: RTK Query keeps it in the store. */
export interface CallFault {
  /** `code`: the server refused; `network`: no answer came; `format`: the answer was not the product's. */
  kind: 'code' | 'network' | 'format';
  /** The body's code, or the HTTP status for `format`; 0 for `network`. */
  code: number;
  /** The server's words in the interface's language; empty unless `kind` is `code`. */
  message: string;
  /** What operators find the call by; empty when the server was not reached. */
  requestId: string;
  /** What the server sent along with a refusal. */
  data?: unknown;
}

export type Outcome = { data: unknown; error?: undefined } | { data?: undefined; error: CallFault };

export interface Ask {
  operation: OperationName;
  body?: unknown;
  query?: Record<string, string>;
  /** The screen shows the failure in its own place: no notification. */
  quiet?: boolean;
  /** Sent without a token; a 401 is an answer like any other. */
  anonymous?: boolean;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads an envelope: a missing or zero code is 200. Answers without `data` are handed over whole. */
export function readEnvelope(status: number, requestId: string, body: unknown): Outcome {
  if (!isRecord(body) || (body.code !== undefined && typeof body.code !== 'number')) {
    return { error: { kind: 'format', code: status, message: '', requestId } };
  }
  const code = body.code || Code.ok;
  if (code === Code.ok) {
    return status < 400
      ? { data: 'data' in body ? body.data : body }
      : { error: { kind: 'format', code: status, message: '', requestId } };
  }
  const message = typeof body.msg === 'string' ? body.msg : '';
  return { error: { kind: 'code', code, message, requestId, ...('data' in body ? { data: body.data } : {}) } };
}

/** Sends one call, once. Never throws, unless `signal` aborts it. */
export async function send(ask: Ask, token: string | null, signal?: AbortSignal): Promise<Outcome> {
  const [method, path] = route(ask.operation);
  const query = ask.query ? `?${new URLSearchParams(ask.query)}` : '';
  const headers: Record<string, string> = {
    'Accept-Language': locale.get(),
    'channel-code': channelCode.get(),
    terminal: 'WEB',
    'version-code': VERSION_CODE,
  };
  if (token !== null && !ask.anonymous) headers.Authorization = `Bearer ${token}`;
  if (ask.body !== undefined) headers['Content-Type'] = 'application/json';
  let response: Response;
  try {
    response = await fetch(path + query, {
      method,
      headers,
      credentials: 'same-origin',
      cache: 'no-store',
      ...(ask.body === undefined ? {} : { body: JSON.stringify(ask.body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    return { error: { kind: 'network', code: 0, message: '', requestId: '' } };
  }
  const requestId = response.headers.get('x-request-id') ?? '';
  try {
    return readEnvelope(response.status, requestId, await response.json());
  } catch (cause) {
    if (signal?.aborted) throw cause;
    return { error: { kind: 'format', code: response.status, message: '', requestId } };
  }
}
