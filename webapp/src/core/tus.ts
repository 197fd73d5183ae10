// The bytes of a file on their way to an upload of this server, by tus: in pieces that go on where they broke off, the session renewed on
// the way. An upload is begun by a call of its feature, which knows where the file goes.
import { AnswerCode } from '@/contract/constants';
import { addressOf, type CallFault, Code, commonHeaders, readEnvelope } from './http';
import type { OperationName } from './operations';
import { endRefused, getAccessToken, refreshSession } from './session';

/** A piece: small enough that a slow line moves one in seconds, and that a right that ends is noticed soon. */
const PIECE_BYTES = 4 * 1024 * 1024;
/** Pauses before a piece is tried again; they begin anew with each one that comes through. */
const RETRY_DELAYS_MS = [1000, 2000, 4000];
/** HTTP statuses after which the same request may succeed a moment later. */
const PASSING: readonly number[] = [
  AnswerCode.UPLOAD_OFFSET,
  AnswerCode.UPLOAD_BUSY,
  AnswerCode.UPLOAD_SLOW,
  AnswerCode.FILE_OFFSET,
  AnswerCode.FILE_BUSY,
  Code.busy,
  Code.signedOut,
];

/** Headers of every call about an upload. */
export const TUS_HEADERS = { 'Tus-Resumable': '1.0.0' } as const;

/** Headers of the call that begins an upload. */
export function creationHeaders(size: number, metadata: Readonly<Record<string, string>>): Record<string, string> {
  const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
  const pairs = Object.entries(metadata).map(([key, value]) => `${key} ${base64(value)}`);
  return { ...TUS_HEADERS, 'Upload-Length': String(size), 'Upload-Metadata': pairs.join(',') };
}

/** An answer of the protocol, as tus-js-client shows it. */
interface Reply {
  getStatus: () => number;
  getHeader: (name: string) => string | undefined;
  getBody: () => string;
}

/** Why a request failed; without an answer it was the network. */
export function faultOf(reply: Reply | null | undefined): CallFault {
  if (!reply) return { kind: 'network', code: 0, message: '', requestId: '' };
  const [status, requestId] = [reply.getStatus(), reply.getHeader('x-request-id') ?? ''];
  let body: unknown = null;
  try {
    body = JSON.parse(reply.getBody());
  } catch {
    // HEAD has no body, and a proxy answers as it likes: the status says all.
  }
  return readEnvelope(status, requestId, body).error ?? { kind: 'format', code: status, message: '', requestId };
}

/** Whether the same request may succeed a moment later. */
const passes = ({ kind, code }: CallFault): boolean => kind === 'network' || PASSING.includes(code);

/**
 * Sends what the server does not have yet to the upload at `operation`'s path; answers why it ended early, or nothing. `onSent` is told the
 * bytes that have gone. Throws when `signal` aborts it.
 */
export async function sendBytes(
  file: Blob,
  [operation, path]: readonly [OperationName, Record<string, string | number>],
  signal: AbortSignal,
  onSent: (bytes: number) => void,
): Promise<CallFault | undefined> {
  const { DetailedError, Upload } = await import('tus-js-client');
  signal.throwIfAborted();
  const fault = (error: Error) => faultOf(error instanceof DetailedError ? error.originalResponse : null);
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      uploadUrl: addressOf({ operation, path })[1],
      chunkSize: PIECE_BYTES,
      retryDelays: RETRY_DELAYS_MS,
      storeFingerprintForResuming: false,
      onBeforeRequest: (request) => {
        for (const [name, value] of Object.entries(commonHeaders(getAccessToken()))) request.setHeader(name, value);
      },
      onAfterResponse: async (_, reply) => {
        if (reply.getStatus() === Code.signedOut) await refreshSession();
      },
      onShouldRetry: (error) => !signal.aborted && getAccessToken() !== null && passes(fault(error)),
      onProgress: onSent,
      onSuccess: () => resolve(undefined),
      onError: (error) => {
        const why = fault(error);
        if (why.code === Code.signedOut) endRefused(why);
        resolve(why);
      },
    });
    signal.addEventListener(
      'abort',
      () => {
        void upload.abort();
        reject(signal.reason);
      },
      { once: true },
    );
    upload.start();
  });
}
