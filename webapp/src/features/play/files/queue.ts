// Transfer queue of one phone: moves one file after the other and resumes a failed one where it ended. The queue outlives the component,
// so that a closed sheet or another tab stops nothing.
import { ask, type call as send } from '@/core/api';
import { type CallFault, Code } from '@/core/http';
import type { Answer } from '@/core/operations';
import { creationHeaders, type sendBytes, TUS_HEADERS } from '@/core/tus';

/** Bytes of a download that become one part of a Blob, which the browser may keep on disk. */
const PART_BYTES = 16 * 1024 * 1024;
/** Least time between two progress updates of a download. */
const SHOW_EVERY_MS = 250;

/** `taken`: a file of that name exists, and the member decides whether it is replaced. */
export type State = 'waiting' | 'moving' | 'done' | 'failed' | 'taken';

export interface Transfer {
  id: number;
  way: 'up' | 'down';
  name: string;
  /** Path of the folder on the phone. */
  folder: string;
  size: number;
  moved: number;
  state: State;
  fault?: CallFault;
}

/** Internal state of a transfer, beside the shown `Transfer`. */
interface Work {
  file?: File;
  replace: boolean;
  /** Id of the upload in its URL, once the server has created it. */
  upload?: string;
  stop: AbortController;
  got: DownloadPart;
}

/** Bytes of a download that have arrived. `tag` is the file's ETag, with which the rest is asked for. */
interface DownloadPart {
  parts: Blob[];
  fresh: Uint8Array<ArrayBuffer>[];
  freshBytes: number;
  bytes: number;
  tag: string;
}

const nothing = (): DownloadPart => ({ parts: [], fresh: [], freshBytes: 0, bytes: 0, tag: '' });

interface TransferCalls {
  call: typeof send;
  sendBytes: typeof sendBytes;
  save: (name: string, file: Blob) => void;
}

export class Queue {
  private shown: readonly Transfer[] = [];
  private readonly works = new Map<number, Work>();
  private readonly listeners = new Set<() => void>();
  private running = false;
  private nextId = 1;

  constructor(
    private readonly phoneId: number,
    private readonly doors: TransferCalls,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly list = (): readonly Transfer[] => this.shown;

  upload(files: readonly File[], folder: string): void {
    for (const file of files) this.add({ way: 'up', name: file.name, folder, size: file.size }, file);
  }

  download(entries: readonly { name: string; size: number }[], folder: string): void {
    for (const { name, size } of entries) this.add({ way: 'down', name, folder, size });
  }

  /** Resumes a transfer where it ended. */
  retry(id: number, replace = false): void {
    const work = this.works.get(id);
    if (!work) return;
    work.replace ||= replace;
    work.stop = new AbortController();
    this.set(id, { state: 'waiting' });
    void this.run();
  }

  retryAll(): void {
    for (const { id, state } of this.shown) if (state === 'failed') this.retry(id);
  }

  /** Removes a transfer; an incomplete upload is deleted from the phone as well. */
  cancel(id: number): void {
    const found = this.shown.find((one) => one.id === id);
    const work = this.works.get(id);
    work?.stop.abort();
    this.works.delete(id);
    this.show(this.shown.filter((one) => one.id !== id));
    if (work?.upload && found?.state !== 'done') {
      const path = { phoneId: this.phoneId, upload: work.upload };
      void this.doors.call(ask('remove_phone_upload', undefined, { path, headers: TUS_HEADERS, quiet: true }));
    }
  }

  /** Removes the finished transfers. */
  clear(): void {
    for (const { id, state } of this.shown) if (state === 'done') this.works.delete(id);
    this.show(this.shown.filter(({ state }) => state !== 'done'));
  }

  private add(what: Pick<Transfer, 'way' | 'name' | 'folder' | 'size'>, file?: File): void {
    const id = this.nextId++;
    this.works.set(id, { ...(file ? { file } : {}), replace: false, stop: new AbortController(), got: nothing() });
    this.show([...this.shown, { id, ...what, moved: 0, state: 'waiting' }]);
    void this.run();
  }

  private async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    try {
      for (let next = this.waiting(); next; next = this.waiting()) await this.move(next);
    } finally {
      this.running = false;
    }
  }

  private readonly waiting = () => this.shown.find(({ state }) => state === 'waiting');

  private async move(one: Transfer): Promise<void> {
    const work = this.works.get(one.id);
    if (!work) return;
    this.set(one.id, { state: 'moving' });
    const { signal } = work.stop;
    let fault: CallFault | undefined;
    try {
      fault = await (work.file ? this.put(one, work, work.file) : this.get(one, work));
    } catch (cause) {
      // An aborted transfer was cancelled, or retried already.
      if (!signal.aborted) throw cause;
      return;
    }
    if (signal.aborted) return;
    if (!fault) this.set(one.id, { state: 'done', moved: one.size });
    else this.set(one.id, { state: fault.code === Code.fileTaken ? 'taken' : 'failed', fault });
  }

  private async put(one: Transfer, work: Work, file: File): Promise<CallFault | undefined> {
    const { signal } = work.stop;
    const metadata = {
      filename: one.name,
      path: one.folder,
      modifiedMs: String(file.lastModified),
      replace: String(work.replace),
    };
    const path = { phoneId: this.phoneId };
    const options = { path, headers: creationHeaders(file.size, metadata), quiet: true };
    const asked = await this.doors.call(ask('create_phone_upload', undefined, options), signal);
    if (asked.error) return asked.error;
    const { upload, offset } = asked.data as Answer<'create_phone_upload'>;
    work.upload = upload;
    this.set(one.id, { moved: offset });
    // An empty file is complete once its upload was created.
    if (file.size === 0) return undefined;
    return this.doors.sendBytes(file, ['append_phone_upload', { ...path, upload }], signal, (moved) =>
      this.set(one.id, { moved }),
    );
  }

  private async get(one: Transfer, work: Work): Promise<CallFault | undefined> {
    const { signal } = work.stop;
    const body = { phoneId: this.phoneId, path: `${one.folder}/${one.name}` };
    const asked = await this.doors.call(ask('create_file_ticket', body, { quiet: true }), signal);
    if (asked.error) return asked.error;
    const { ticket } = asked.data as Answer<'create_file_ticket'>;
    let size = one.size;
    let shownAt = 0;
    const sink = {
      begin: (head: { part: boolean; tag: string; size: number }) => {
        if (!head.part) work.got = nothing();
        work.got.tag = head.tag;
        size = head.size;
        this.set(one.id, { size, moved: work.got.bytes });
      },
      take: (bytes: Uint8Array<ArrayBuffer>) => {
        if (signal.aborted) return;
        keep(work.got, bytes);
        if (performance.now() - shownAt < SHOW_EVERY_MS) return;
        shownAt = performance.now();
        this.set(one.id, { moved: work.got.bytes });
      },
    };
    const { bytes: from, tag } = work.got;
    const complete = from > 0 && from === one.size;
    if (!complete) {
      const range = from > 0 ? { range: { from, tag } } : {};
      const options = { query: { ticket }, quiet: true, sink, ...range };
      const answer = await this.doors.call(ask('download_file', undefined, options), signal);
      if (answer.error) return answer.error;
      if (work.got.bytes !== size) return { kind: 'network', code: 0, message: '', requestId: '' };
    }
    this.doors.save(one.name, new Blob([...work.got.parts, ...work.got.fresh]));
    work.got = nothing();
    return undefined;
  }

  private set(id: number, news: Partial<Transfer>): void {
    this.show(
      this.shown.map((one) => {
        if (one.id !== id) return one;
        const { fault: _, ...rest } = one;
        return { ...rest, ...news };
      }),
    );
  }

  private show(shown: readonly Transfer[]): void {
    this.shown = shown;
    for (const listener of this.listeners) listener();
  }
}

function keep(got: DownloadPart, bytes: Uint8Array<ArrayBuffer>): void {
  got.fresh.push(bytes);
  got.freshBytes += bytes.length;
  got.bytes += bytes.length;
  if (got.freshBytes < PART_BYTES) return;
  got.parts.push(new Blob(got.fresh));
  got.fresh = [];
  got.freshBytes = 0;
}

const queues = new Map<number, Queue>();

/** Queue of a phone, created at the first call; it lives as long as the browser tab. */
export function queueOf(phoneId: number, doors: TransferCalls): Queue {
  let queue = queues.get(phoneId);
  if (!queue) {
    queue = new Queue(phoneId, doors);
    queues.set(phoneId, queue);
  }
  return queue;
}

/** Key of the finished uploads with their folders: when it changes, the lists of those folders are outdated. */
export const arrivals = (all: readonly Transfer[]): string =>
  all
    .filter(({ way, state }) => way === 'up' && state === 'done')
    .map(({ id, folder }) => `${id}:${folder}`)
    .join();
