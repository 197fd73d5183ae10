import { waitFor } from '@testing-library/react';
import type { UploadOptions } from 'tus-js-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AnswerCode } from '@/contract/constants';
import * as session from './session';
import { creationHeaders, faultOf, sendBytes } from './tus';

const asked = vi.hoisted(() => ({ options: {} as UploadOptions, aborted: 0 }));

// The protocol itself is tus-js-client's, and a browser test sends by it: here is what it is told.
vi.mock('tus-js-client', () => {
  class DetailedError extends Error {
    constructor(public originalResponse: unknown) {
      super('refused');
    }
  }
  class Upload {
    constructor(_: Blob, options: UploadOptions) {
      asked.options = options;
    }
    start() {}
    async abort() {
      asked.aborted += 1;
    }
  }
  return { DetailedError, Upload };
});

const reply = (status: number, body: unknown = null) => ({
  getStatus: () => status,
  getHeader: () => 'r-1',
  getBody: () => (body === null ? '' : JSON.stringify(body)),
  getUnderlyingObject: () => null,
});

async function refusal(status: number, code: number) {
  const { DetailedError } = await import('tus-js-client');
  return new DetailedError(reply(status, { code, msg: 'no', data: null }) as never);
}

async function begin(signal = new AbortController().signal) {
  const came: number[] = [];
  const end = sendBytes(new Blob(['data']), ['append_upload', { uploadId: 7 }], signal, (bytes) => came.push(bytes));
  await waitFor(() => expect(asked.options.uploadUrl).toBe('/app-api/infra/tus/files/7'));
  return { came, end, options: asked.options };
}

beforeEach(() => {
  asked.options = {} as UploadOptions;
  asked.aborted = 0;
  session.beginSession({ userId: 7, accessToken: 'first', refreshToken: '', expiresTime: 0 });
});
afterEach(() => session.endSession('left'));

it('metadata is Base64 of UTF-8', () => {
  expect(creationHeaders(4, { filename: '店.apk', set: 'a' })).toEqual({
    'Tus-Resumable': '1.0.0',
    'Upload-Length': '4',
    'Upload-Metadata': 'filename 5bqXLmFwaw==,set YQ==',
  });
});

it('a refusal has its words, a status alone has none, and no answer is the network', () => {
  const words = { code: AnswerCode.UPLOAD_ABSENT, msg: 'gone', data: null };
  expect(faultOf(reply(404, words))).toMatchObject({ kind: 'code', code: AnswerCode.UPLOAD_ABSENT, message: 'gone' });
  expect(faultOf(reply(404))).toEqual({ kind: 'format', code: 404, message: '', requestId: 'r-1' });
  expect(faultOf(null)).toMatchObject({ kind: 'network' });
});

it('each request carries the token of its time, and a 401 renews the session', async () => {
  const refresh = vi.spyOn(session, 'refreshSession').mockImplementation(async () => {
    session.beginSession({ userId: 7, accessToken: 'second', refreshToken: '', expiresTime: 0 });
    return { status: 'renewed' } as Awaited<ReturnType<typeof session.refreshSession>>;
  });
  const { came, end, options } = await begin();
  const sent: Record<string, string> = {};
  const request = { setHeader: (name: string, value: string) => Object.assign(sent, { [name]: value }) };
  await options.onBeforeRequest?.(request as never);
  expect(sent).toMatchObject({ Authorization: 'Bearer first', terminal: 'WEB' });
  await options.onAfterResponse?.(request as never, reply(204));
  expect(refresh).not.toHaveBeenCalled();
  await options.onAfterResponse?.(request as never, reply(401));
  await options.onBeforeRequest?.(request as never);
  expect(sent.Authorization).toBe('Bearer second');
  options.onProgress?.(3, 4);
  options.onSuccess?.({ lastResponse: reply(204) });
  expect(await end).toBeUndefined();
  expect(came).toEqual([3]);
});

it('what may pass is tried again, and what does not ends it', async () => {
  const { end, options } = await begin();
  const again = (error: unknown) => options.onShouldRetry?.(error as never, 0, options);
  for (const [status, code] of [
    [409, AnswerCode.UPLOAD_OFFSET],
    [423, AnswerCode.FILE_BUSY],
    [408, AnswerCode.UPLOAD_SLOW],
    [503, AnswerCode.BUSY],
    [401, AnswerCode.UNAUTHENTICATED],
  ] as const) {
    expect(again(await refusal(status, code)), String(code)).toBe(true);
  }
  expect(again(new Error('offline'))).toBe(true);
  const damaged = await refusal(460, AnswerCode.UPLOAD_DAMAGED);
  expect(again(damaged)).toBe(false);
  options.onError?.(damaged);
  expect(await end).toMatchObject({ kind: 'code', code: AnswerCode.UPLOAD_DAMAGED });
});

it('stopped, it throws and sends no more', async () => {
  const stop = new AbortController();
  const { end, options } = await begin(stop.signal);
  stop.abort();
  await expect(end).rejects.toThrow();
  expect(asked.aborted).toBe(1);
  expect(options.onShouldRetry?.(new Error('offline') as never, 0, options)).toBe(false);
});
