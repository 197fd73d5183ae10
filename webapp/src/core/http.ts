// One request to the server: the headers every call carries, the envelope every answer comes in, and one shape for whatever fails.
// Codes decide what becomes of a failure: core/api.ts refreshes on 401, core/notify.ts knows which ones are shown where.
import { AnswerCode, CommonLimits } from '@/contract/constants';
import { below } from './base';
import { type OperationName, route } from './operations';
import { channelCode, locale } from './storage';

/** The longest that a call may take: an upload over a slow line (specification, section 9). */
const TIMEOUT_MS = 6_000_000;

/** The codes that the browser itself acts on. */
export const Code = {
  ok: 200,
  signedOut: AnswerCode.UNAUTHENTICATED,
  fault: AnswerCode.INTERNAL,
  busy: AnswerCode.BUSY,
  stateForbids: AnswerCode.STATE_FORBIDS,
  noSuchPhone: AnswerCode.PHONE_ABSENT,
  fileTaken: AnswerCode.FILE_TAKEN,
  memberDisabled: AnswerCode.DISABLED,
  passwordNeeded: AnswerCode.PASSWORD_NEEDED,
  changedMeanwhile: AnswerCode.CHANGED_MEANWHILE,
} as const;

/** Why a call failed. Serialisable: RTK Query keeps it in the store. */
export interface CallFault {
  /** `code`: the server refused; `network`: no answer came; `format`: the answer was not the product's. */
  kind: 'code' | 'network' | 'format';
  /** The body's code, or the HTTP status for `format`; 0 for `network`. */
  code: number;
  /** The server's words in the interface's language; empty unless `kind` is `code`. */
  message: string;
  /** Id by which operators find the call in the log; empty when the server was not reached. */
  requestId: string;
  /** Data that the server sent along with a refusal. */
  data?: unknown;
}

export type Outcome = { data: unknown; error?: undefined } | { data?: undefined; error: CallFault };

type Scalar = string | number | boolean | null | undefined;
/** The values after `?`; of a nested object each key is a value of its own: `key[sub]=value`. What is null or undefined is left out. */
export type Query = Record<string, Scalar | readonly Scalar[] | Readonly<Record<string, Scalar>>>;

/** Takes a file's bytes as they come: nothing is kept here. */
export interface Sink {
  /** Called before the first byte. `part`: only what was asked for comes; `tag` changes when the file does; `size` of the whole. */
  begin: (head: { part: boolean; tag: string; size: number }) => void;
  take: (bytes: Uint8Array<ArrayBuffer>) => void;
}

export interface Ask {
  operation: OperationName;
  /** Sent as JSON, but for a form and bytes, which go as they are (uploads). */
  body?: unknown;
  query?: Query;
  /** Further headers, beside `commonHeaders`. */
  headers?: Record<string, string>;
  /** Sent as `Idempotency-Key`: the server does the call once, however often it arrives with this key. */
  once?: string;
  /** Values of the parameters in the operation's path. */
  path?: Record<string, string | number>;
  /** The answer is a file: `data` is a Blob, unless the server refused in words. */
  blob?: boolean;
  /** The answer is a file whose bytes go there, unless the server refused in words. */
  sink?: Sink;
  /** Only what comes from this byte on, if the file is still the one of this tag. */
  range?: { from: number; tag: string };
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

/** Query values as text, with the `?`; empty when there are none. */
export function queryText(query: Query = {}): string {
  const pairs: string[] = [];
  const add = (key: string, value: Scalar) => {
    if (value !== null && value !== undefined) pairs.push(`${encodeURIComponent(key)}=${encodeURIComponent(value)}`);
  };
  for (const [key, value] of Object.entries(query)) {
    if (typeof value !== 'object' || value === null) add(key, value);
    else for (const [sub, each] of Object.entries(value)) add(`${key}[${sub}]`, each);
  }
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** Method and address of a call. */
export function addressOf(ask: Ask): readonly [method: string, address: string] {
  const [method, template] = route(ask.operation);
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ask.path?.[name] ?? ''));
  return [method, below(path) + queryText(ask.query)];
}

/** Headers of every call. */
export function commonHeaders(token: string | null): Record<string, string> {
  return {
    'Accept-Language': locale.get(),
    'channel-code': channelCode.get(),
    terminal: 'WEB',
    'version-code': String(CommonLimits.versionCode),
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
  };
}

function headersOf(ask: Ask, token: string | null): Record<string, string> {
  const headers = { ...commonHeaders(ask.anonymous ? null : token), ...ask.headers };
  if (ask.once !== undefined) headers['Idempotency-Key'] = ask.once;
  if (ask.range) {
    headers.Range = `bytes=${ask.range.from}-`;
    headers['If-Range'] = ask.range.tag;
  }
  if (ask.body instanceof Blob) headers['Content-Type'] = 'application/octet-stream';
  // A form names its own type, with the boundary that only the browser knows.
  else if (ask.body !== undefined && !(ask.body instanceof FormData)) headers['Content-Type'] = 'application/json';
  return headers;
}

const bodyOf = ({ body }: Ask): { body?: BodyInit } => {
  if (body === undefined) return {};
  return { body: body instanceof FormData || body instanceof Blob ? body : JSON.stringify(body) };
};

async function drain(response: Response, sink: Sink): Promise<void> {
  const range = response.headers.get('content-range')?.match(/\/(\d+)$/)?.[1];
  sink.begin({
    part: response.status === 206,
    tag: response.headers.get('etag') ?? '',
    size: Number(range ?? response.headers.get('content-length')),
  });
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) sink.take(next.value);
}

/** Where a socket of this server is opened with a ticket. */
export function socketAddress(path: string, ticket: string): string {
  const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${window.location.host}${below(path)}?token=${encodeURIComponent(ticket)}`;
}

/** Sends one call, once. Never throws, unless `signal` aborts it. */
export async function send(ask: Ask, token: string | null, signal?: AbortSignal): Promise<Outcome> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  return exchange(ask, token, signal ? AbortSignal.any([signal, timeout]) : timeout, signal);
}

/** `stop` ends the request. The function throws only where the caller's own `signal` aborted; a timeout is a network fault. */
async function exchange(ask: Ask, token: string | null, stop: AbortSignal, signal?: AbortSignal): Promise<Outcome> {
  const [method, address] = addressOf(ask);
  let response: Response;
  try {
    response = await fetch(address, {
      method,
      headers: headersOf(ask, token),
      credentials: 'same-origin',
      cache: 'no-store',
      ...bodyOf(ask),
      signal: stop,
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    return { error: { kind: 'network', code: 0, message: '', requestId: '' } };
  }
  const requestId = response.headers.get('x-request-id') ?? '';
  if (response.status === 204) return { data: null };
  // A refused download comes as an envelope like any other answer.
  const isFile = response.ok && !response.headers.get('content-type')?.includes('json');
  if (isFile && ask.sink) {
    try {
      await drain(response, ask.sink);
      return { data: null };
    } catch (cause) {
      if (signal?.aborted) throw cause;
      return { error: { kind: 'network', code: 0, message: '', requestId } };
    }
  }
  try {
    if (isFile && ask.blob) return { data: await response.blob() };
    return readEnvelope(response.status, requestId, await response.json());
  } catch (cause) {
    if (signal?.aborted) throw cause;
    return { error: { kind: 'format', code: response.status, message: '', requestId } };
  }
}
