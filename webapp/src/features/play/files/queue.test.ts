import { waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { AnswerCode } from '@/contract/constants';
import type { Ask, CallFault, Outcome } from '@/core/http';
import { arrivals, Queue, type Transfer } from './queue';

const offline: Outcome = { error: { kind: 'network', code: 0, message: '', requestId: '' } };
const refused = (code: number, data?: unknown): Outcome => ({
  error: { kind: 'code', code, message: 'no', requestId: 'r', data },
});
const TAKEN = AnswerCode.FILE_TAKEN;

/** A phone that keeps what arrives, and breaks once where it is told to. */
class Phone {
  stored = 0;
  taken = false;
  breakAt = Number.POSITIVE_INFINITY;
  content = new Uint8Array(new ArrayBuffer(0));
  tag = '"1"';
  asked: string[] = [];

  /** Sends the rest, up to where it breaks. */
  sendBytes = async (
    file: Blob,
    _: unknown,
    signal: AbortSignal,
    onSent: (bytes: number) => void,
  ): Promise<CallFault | undefined> => {
    this.asked.push('append_phone_upload');
    signal.throwIfAborted();
    this.stored = Math.min(file.size, Math.max(this.stored, this.breakAt));
    onSent(this.stored);
    this.breakAt = Number.POSITIVE_INFINITY;
    return this.stored < file.size ? offline.error : undefined;
  };

  call = async (ask: Ask, signal?: AbortSignal): Promise<Outcome> => {
    this.asked.push(ask.operation);
    if (signal?.aborted) throw new DOMException('', 'AbortError');
    switch (ask.operation) {
      case 'create_phone_upload':
        if (this.taken && !replaces(ask)) return refused(TAKEN);
        return { data: { upload: 'u', offset: this.stored } };
      case 'create_file_ticket':
        return { data: { ticket: 't', expiresMs: 1 } };
      case 'download_file': {
        const from = ask.range?.tag === this.tag ? ask.range.from : 0;
        ask.sink?.begin({ part: from > 0, tag: this.tag, size: this.content.length });
        const end = Math.min(this.breakAt, this.content.length);
        ask.sink?.take(this.content.slice(from, end));
        if (end === this.content.length) return { data: null };
        this.breakAt = Number.POSITIVE_INFINITY;
        return offline;
      }
      default:
        return { data: true };
    }
  };
}

/** Whether an announced file may replace another. */
const replaces = (ask: Ask) => ask.headers?.['Upload-Metadata']?.includes(`replace ${btoa('true')}`);

let phone: Phone;
let saved: { name: string; file: Blob }[];
let queue: Queue;

beforeEach(() => {
  phone = new Phone();
  saved = [];
  queue = new Queue(1, {
    call: phone.call,
    sendBytes: phone.sendBytes,
    save: (name, file) => saved.push({ name, file }),
  });
});

const file = (size: number, name = 'a.bin') => new File([new Uint8Array(size)], name, { lastModified: 5 });
const only = (): Transfer => {
  const [one] = queue.list();
  if (!one) throw new Error('nothing is on its way');
  return one;
};
const settled = (state: Transfer['state']) => waitFor(() => expect(only().state).toBe(state));

describe('an upload', () => {
  it.each([
    [0, ['create_phone_upload']],
    [1, ['create_phone_upload', 'append_phone_upload']],
  ])('of %i bytes is announced, and sent where there is something to send', async (size, asked) => {
    queue.upload([file(size)], '/sdcard');
    await settled('done');
    expect(phone.asked).toEqual(asked);
    expect(arrivals(queue.list())).toBe(`${only().id}:/sdcard`);
  });

  it('that broke goes on where it ended', async () => {
    phone.breakAt = 400;
    queue.upload([file(1007)], '/sdcard');
    await settled('failed');
    expect(only()).toMatchObject({ moved: 400, fault: { kind: 'network' } });
    queue.retry(only().id);
    await settled('done');
    expect(phone.stored).toBe(1007);
    expect(only().fault).toBeUndefined();
  });

  it('asks before a file of its name gives way', async () => {
    phone.taken = true;
    queue.upload([file(3)], '/sdcard');
    await settled('taken');
    expect(phone.asked).not.toContain('append_phone_upload');
    queue.retry(only().id, true);
    await settled('done');
  });

  it('that is given up leaves nothing on the phone', async () => {
    phone.breakAt = 0;
    queue.upload([file(3)], '/sdcard');
    await settled('failed');
    queue.cancel(only().id);
    expect(queue.list()).toEqual([]);
    expect(phone.asked.at(-1)).toBe('remove_phone_upload');
  });

  it('waits for the one before it; one that fails holds up no other', async () => {
    phone.breakAt = 0;
    queue.upload([file(3, 'a'), file(0, 'b')], '/sdcard');
    await waitFor(() => expect(queue.list().map(({ state }) => state)).toEqual(['failed', 'done']));
    queue.clear();
    expect(queue.list().map(({ name }) => name)).toEqual(['a']);
    queue.retryAll();
    await settled('done');
  });
});

describe('a download', () => {
  beforeEach(() => {
    phone.content = Uint8Array.from({ length: 1000 }, (_, at) => at % 251);
  });
  const bytes = async () => new Uint8Array((await saved[0]?.file.arrayBuffer()) ?? new ArrayBuffer(0));

  it('is saved under its name', async () => {
    queue.download([{ name: '照片.jpg', size: 1000 }], '/sdcard/DCIM');
    await settled('done');
    expect(saved[0]?.name).toBe('照片.jpg');
    expect(saved[0]?.file.size).toBe(1000);
  });

  it('that broke goes on where it ended, with a new ticket', async () => {
    phone.breakAt = 400;
    queue.download([{ name: 'a', size: 1000 }], '/sdcard');
    await settled('failed');
    expect(only().moved).toBe(400);
    expect(saved).toEqual([]);
    queue.retry(only().id);
    await settled('done');
    expect(phone.asked.filter((name) => name === 'create_file_ticket')).toHaveLength(2);
    expect(saved[0]?.file.size).toBe(1000);
  });

  it('of a file that changed meanwhile begins again', async () => {
    phone.breakAt = 400;
    queue.download([{ name: 'a', size: 1000 }], '/sdcard');
    await settled('failed');
    phone.tag = '"2"';
    phone.content = phone.content.slice(0, 600).reverse();
    queue.retry(only().id);
    await settled('done');
    expect(only().size).toBe(600);
    if ('arrayBuffer' in Blob.prototype) expect(await bytes()).toEqual(phone.content);
  });
});
