// The files of one push: added together, sent one after the other, paused, taken out again. Nothing is added while one is on its way.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnswerCode } from '@/contract/constants';
import { nameKey } from '@/core/nameKey';
import { codeText, constants } from '@/core/rules';
import { faultWords } from '@/ui/faultWords';
import { removeUpload, type Upload } from './api';
import { announce, type Sent, send } from './sending';

export type FileState = 'waiting' | 'sending' | 'paused' | 'ready' | 'failed';

export interface PushFile {
  key: number;
  file: File;
  state: FileState;
  /** Bytes that the server has. */
  sent: number;
  upload: Upload | null;
  /** Why it failed, or why it paused by itself. */
  fault: string;
}

export interface Uploads {
  files: readonly PushFile[];
  /** One of them is on its way, or waits for it. */
  running: boolean;
  /** Adds files. Answers why some were not taken; nothing when all were. */
  add: (files: readonly File[]) => string | undefined;
  pause: (key: number) => void;
  resume: (key: number) => void;
  remove: (key: number) => void;
  /** Everything goes, on the server too. */
  discard: () => void;
}

/** A word for a set that no other set of this member has. Plain http has no `randomUUID`. */
const newSet = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-').slice(0, 40);

export function useUploads(): Uploads {
  const { t } = useTranslation();
  const [files, setFiles] = useState<readonly PushFile[]>([]);
  const now = useRef(files);
  const set = useRef(newSet());
  const keys = useRef(0);
  const stops = useRef(new Map<number, AbortController>());
  const busy = useRef(false);

  // What is decided upon is always the newest, whether it was drawn already or not.
  const change = useCallback((of: (files: readonly PushFile[]) => readonly PushFile[]) => {
    now.current = of(now.current);
    setFiles(now.current);
  }, []);
  const patch = useCallback(
    (key: number, part: Partial<PushFile>) =>
      change((old) => old.map((one) => (one.key === key ? { ...one, ...part } : one))),
    [change],
  );

  const settle = useCallback(
    (key: number, { upload, fault }: Sent) => {
      if (upload) patch(key, { upload, sent: upload.size, state: 'ready', fault: '' });
      // Paused or taken out by hand: it says so already.
      else if (fault)
        patch(key, { state: fault.kind === 'network' ? 'paused' : 'failed', fault: faultWords(fault, t) });
    },
    [patch, t],
  );

  // One after the other, as long as any waits.
  const run = useCallback(async () => {
    if (busy.current) return;
    busy.current = true;
    for (;;) {
      const next = now.current.find(({ state, upload }) => state === 'waiting' && upload !== null);
      if (!next?.upload) break;
      const { key, file, upload } = next;
      const stop = new AbortController();
      stops.current.set(key, stop);
      patch(key, { state: 'sending', fault: '' });
      settle(key, await send(file, upload, stop.signal, (sent) => patch(key, { sent })));
      stops.current.delete(key);
    }
    busy.current = false;
  }, [patch, settle]);

  // All of them are announced before the first byte: a set that is on its way takes no more.
  const begin = useCallback(
    async (added: readonly PushFile[]) => {
      const stop = new AbortController();
      for (const { key, file } of added) {
        const { upload, fault } = await announce(set.current, file, stop.signal).catch(() => ({
          upload: undefined,
          fault: null,
        }));
        if (!now.current.some((one) => one.key === key)) {
          if (upload) removeUpload(upload.uploadId);
        } else if (upload) patch(key, { upload });
        else patch(key, { state: 'failed', fault: fault ? faultWords(fault, t) : '' });
      }
      await run();
    },
    [patch, run, t],
  );

  const add = useCallback(
    (more: readonly File[]): string | undefined => {
      const refused = (code: number) => codeText(code) ?? '';
      const old = now.current;
      if (old.some(({ state }) => state === 'waiting' || state === 'sending' || state === 'paused'))
        return refused(AnswerCode.UPLOAD_RUNNING);
      const taken = new Set(old.map(({ file }) => nameKey(file.name)));
      const fresh = more.filter(({ name }) => !taken.has(nameKey(name)) && taken.add(nameKey(name)));
      const room = constants().pushFilesMax - old.length;
      const added = fresh.slice(0, Math.max(0, room)).map((file): PushFile => {
        keys.current += 1;
        return { key: keys.current, file, state: 'waiting', sent: 0, upload: null, fault: '' };
      });
      change((files) => [...files, ...added]);
      void begin(added);
      if (fresh.length < more.length) return refused(AnswerCode.UPLOAD_EXISTS);
      return fresh.length > room ? refused(AnswerCode.UPLOAD_COUNT) : undefined;
    },
    [begin, change],
  );

  const pause = useCallback(
    (key: number) => {
      patch(key, { state: 'paused' });
      stops.current.get(key)?.abort();
    },
    [patch],
  );
  const resume = useCallback(
    (key: number) => {
      patch(key, { state: 'waiting', fault: '' });
      void run();
    },
    [patch, run],
  );
  const drop = useCallback(
    (which: (file: PushFile) => boolean) => {
      const gone = now.current.filter(which);
      change((old) => old.filter((file) => !which(file)));
      for (const { key, upload } of gone) {
        stops.current.get(key)?.abort();
        if (upload) removeUpload(upload.uploadId);
      }
    },
    [change],
  );
  const remove = useCallback((key: number) => drop((file) => file.key === key), [drop]);
  const discard = useCallback(() => drop(() => true), [drop]);

  // Whoever leaves the page sends no more.
  useEffect(() => {
    const all = stops.current;
    return () => {
      for (const stop of all.values()) stop.abort();
    };
  }, []);

  const running = files.some(({ state }) => state === 'waiting' || state === 'sending');
  useEffect(() => {
    if (!running) return;
    const guard = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', guard);
    return () => window.removeEventListener('beforeunload', guard);
  }, [running]);

  return { files, running, add, pause, resume, remove, discard };
}
