// The files of one push, from this device or from the cloud: added together, sent one after the other, paused, taken out again. Nothing is
// added while one is on its way. What the server has completely stays there, in the cloud.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { AnswerCode } from '@/contract/constants';
import { nameKey } from '@/core/nameKey';
import { codeText, constants } from '@/core/rules';
import { faultWords } from '@/ui/states/faultWords';
import { removeUpload, type Upload } from './api';
import { cloudChanged } from './cloud/api';
import { announce, newSet, send, type UploadOutcome } from './uploadFile';

export type FileState = 'waiting' | 'sending' | 'paused' | 'ready' | 'failed';

export interface PushFile {
  key: number;
  name: string;
  size: number;
  /** File to send; null for one that the server has already. */
  file: File | null;
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
  /** Adds a file that the server has. Answers why it was not taken; nothing when it was. */
  addCloud: (upload: Upload) => string | undefined;
  pause: (key: number) => void;
  resume: (key: number) => void;
  remove: (key: number) => void;
  /** Everything goes, what has not come completely from the server too. */
  discard: () => void;
}

const isRunning = (files: readonly PushFile[]): boolean =>
  files.some(({ state }) => state === 'waiting' || state === 'sending' || state === 'paused');
const namesOf = (files: readonly PushFile[]): Set<string> => new Set(files.map(({ name }) => nameKey(name)));
const refused = (code: number): string => codeText(code) ?? '';

export function useUploads(): Uploads {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const [files, setFiles] = useState<readonly PushFile[]>([]);
  const now = useRef(files);
  const set = useRef(newSet());
  const keys = useRef(0);
  const stops = useRef(new Map<number, AbortController>());
  const busy = useRef(false);

  // Decisions are always made on the newest files, whether they were drawn already or not.
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
    (key: number, { upload, fault }: UploadOutcome) => {
      if (upload) {
        patch(key, { upload, sent: upload.size, state: 'ready', fault: '' });
        dispatch(cloudChanged());
      }
      // Paused or taken out by hand: it says so already.
      else if (fault === 'unreadable') patch(key, { state: 'failed', fault: t('uploads.unreadable') });
      else if (fault)
        patch(key, { state: fault.kind === 'network' ? 'paused' : 'failed', fault: faultWords(fault, t) });
    },
    [patch, t, dispatch],
  );

  // One after the other, as long as any waits.
  const run = useCallback(async () => {
    if (busy.current) return;
    busy.current = true;
    for (;;) {
      const next = now.current.find(({ state, upload }) => state === 'waiting' && upload !== null);
      if (!next?.upload || !next.file) break;
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
        if (!file) continue;
        const { upload, fault } = await announce(set.current, file, stop.signal).catch(() => ({
          upload: undefined,
          fault: null,
        }));
        if (!now.current.some((one) => one.key === key)) {
          if (upload) removeUpload(upload.uploadId);
        } else if (upload) patch(key, { upload });
        else if (fault === 'unreadable') patch(key, { state: 'failed', fault: t('uploads.unreadable') });
        else patch(key, { state: 'failed', fault: fault ? faultWords(fault, t) : '' });
      }
      await run();
    },
    [patch, run, t],
  );

  const fresh = useCallback((part: Omit<PushFile, 'key' | 'sent' | 'fault'>): PushFile => {
    keys.current += 1;
    return { key: keys.current, sent: 0, fault: '', ...part };
  }, []);

  const add = useCallback(
    (more: readonly File[]): string | undefined => {
      if (isRunning(now.current)) return refused(AnswerCode.UPLOAD_RUNNING);
      const names = namesOf(now.current);
      const unlike = more.filter(({ name }) => !names.has(nameKey(name)) && names.add(nameKey(name)));
      const room = constants().pushFilesMax - now.current.length;
      const added = unlike
        .slice(0, Math.max(0, room))
        .map((file) => fresh({ name: file.name, size: file.size, file, upload: null, state: 'waiting' }));
      change((files) => [...files, ...added]);
      void begin(added);
      if (unlike.length < more.length) return refused(AnswerCode.UPLOAD_EXISTS);
      return unlike.length > room ? refused(AnswerCode.UPLOAD_COUNT) : undefined;
    },
    [begin, change, fresh],
  );

  const addCloud = useCallback(
    (upload: Upload): string | undefined => {
      if (isRunning(now.current)) return refused(AnswerCode.UPLOAD_RUNNING);
      const { name, size } = upload;
      if (namesOf(now.current).has(nameKey(name))) return refused(AnswerCode.UPLOAD_EXISTS);
      if (now.current.length >= constants().pushFilesMax) return refused(AnswerCode.UPLOAD_COUNT);
      change((files) => [...files, fresh({ name, size, file: null, upload, state: 'ready' })]);
      return undefined;
    },
    [change, fresh],
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
      for (const { key, upload, state } of gone) {
        stops.current.get(key)?.abort();
        if (upload && state !== 'ready') removeUpload(upload.uploadId);
      }
    },
    [change],
  );
  const remove = useCallback((key: number) => drop((file) => file.key === key), [drop]);
  const discard = useCallback(() => drop(() => true), [drop]);

  // A member who leaves the page sends no more.
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

  return { files, running, add, addCloud, pause, resume, remove, discard };
}
