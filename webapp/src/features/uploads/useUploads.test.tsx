import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { beginSession, endSession } from '@/core/session';
import { locale } from '@/core/storage';
import * as tus from '@/core/tus';
import { loadWords, startLanguage } from '@/i18n';
import { useUploads } from './useUploads';

/** A server that keeps what comes, and holds it back while `held`. */
let kept = new Map<number, { size: number; received: number; ready: boolean }>();
let held: Promise<void> | null = null;
let removed: number[] = [];
/** The line breaks at the first piece. */
let broken = false;

const view = (id: number) => {
  const { size, received, ready } = kept.get(id) ?? { size: 0, received: 0, ready: false };
  return {
    uploadId: id,
    set: 's',
    name: '',
    size,
    received,
    kind: ready ? 'file' : null,
    sha256: null,
    app: null,
    icon: null,
    readyTime: null,
    expireTime: 0,
  };
};

const sendBytes: typeof tus.sendBytes = async (file, [, path], signal) => {
  await held;
  signal.throwIfAborted();
  if (broken) return { kind: 'network', code: 0, message: '', requestId: '' };
  kept.set(Number(path.uploadId), { size: file.size, received: file.size, ready: true });
};

const done = (data: unknown) => new Response(JSON.stringify({ code: 0, msg: '', data }));

beforeEach(async () => {
  kept = new Map();
  removed = [];
  held = null;
  broken = false;
  vi.spyOn(tus, 'sendBytes').mockImplementation(sendBytes);
  locale.set('zh-CN');
  await startLanguage();
  await loadWords(['uploads']);
  vi.stubGlobal('fetch', async (url: string, init: { method: string; headers: Record<string, string> }) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const id = Number(searchParams.get('uploadId') ?? pathname.split('/').at(-1));
    if (init.method === 'POST') {
      kept.set(kept.size + 1, { size: Number(init.headers['Upload-Length']), received: 0, ready: false });
      return done(view(kept.size));
    }
    if (init.method === 'DELETE') {
      removed.push(id);
      return new Response(null, { status: 204 });
    }
    return done(view(id));
  });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
});
afterEach(() => {
  endSession('left');
  vi.unstubAllGlobals();
});

const file = (name: string) => new File(['0123456789'], name);
const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
const states = (hook: { current: ReturnType<typeof useUploads> }) => hook.current.files.map(({ state }) => state);

it('files go one after the other', async () => {
  const { result } = renderHook(useUploads, { wrapper });
  act(() => void result.current.add([file('a.txt'), file('b.txt')]));
  await waitFor(() => expect(states(result)).toEqual(['ready', 'ready']));
  expect([...kept.values()].map(({ received }) => received)).toEqual([10, 10]);
});

it('a name is there once, ten files are the most, and none is added while one is on its way', async () => {
  let free = () => {};
  held = new Promise((go) => {
    free = go;
  });
  const { result } = renderHook(useUploads, { wrapper });
  let said: string | undefined;
  act(() => {
    said = result.current.add([file('a.txt'), file('A.TXT')]);
  });
  expect(said).toBe('文件或应用已存在');
  await waitFor(() => expect(states(result)).toEqual(['sending']));
  act(() => {
    said = result.current.add([file('c.txt')]);
  });
  expect(said).toBe('上传过程中不能添加文件');
  act(() => free());
  await waitFor(() => expect(states(result)).toEqual(['ready']));
  act(() => {
    said = result.current.add(Array.from({ length: 10 }, (_, n) => file(`${n}.txt`)));
  });
  expect(said).toBe('一次最多 10 个文件或应用');
  await waitFor(() => expect(states(result)).toEqual(Array(10).fill('ready')));
});

it('what is paused goes on where it was; what is taken out half sent goes from the server, and what came stays in the cloud', async () => {
  let free = () => {};
  held = new Promise((go) => {
    free = go;
  });
  const { result } = renderHook(useUploads, { wrapper });
  act(() => void result.current.add([file('a.txt')]));
  await waitFor(() => expect(states(result)).toEqual(['sending']));
  const key = result.current.files[0]?.key ?? 0;
  act(() => result.current.pause(key));
  act(() => free());
  await waitFor(() => expect(states(result)).toEqual(['paused']));
  act(() => result.current.resume(key));
  await waitFor(() => expect(states(result)).toEqual(['ready']));
  expect(kept.get(1)?.received).toBe(10);
  act(() => result.current.remove(key));
  expect(result.current.files).toEqual([]);
  held = new Promise(() => {});
  act(() => void result.current.add([file('b.txt')]));
  await waitFor(() => expect(states(result)).toEqual(['sending']));
  act(() => result.current.discard());
  await waitFor(() => expect(removed).toEqual([2]));
});

it('a folder, and a file that changes while it is read, fail in words and keep nobody else from going', async () => {
  /** Reads as often as this; then the browser refuses. */
  const readable = (name: string, times: number) => {
    const made = file(name);
    let left = times;
    const slice = () => {
      if (left === 0) throw new Error('NotReadableError');
      left -= 1;
      return new Blob(['0']);
    };
    return Object.assign(made, { slice });
  };
  const { result } = renderHook(useUploads, { wrapper });
  act(() => void result.current.add([readable('folder', 0), file('a.txt')]));
  await waitFor(() => expect(states(result)).toEqual(['failed', 'ready']));
  expect(result.current.files[0]?.fault).toBe('读不到：文件夹不能上传，文件在选择后改动或移走了也不能，请重新选择');
  // The file could be read when it was announced; the line breaks as the browser breaks it.
  broken = true;
  act(() => void result.current.add([readable('b.txt', 1)]));
  await waitFor(() => expect(states(result)).toEqual(['failed', 'ready', 'failed']));
  expect(result.current.files[2]?.fault).toContain('改动');
});

it('a cloud file is ready at once, and its name is there once', async () => {
  const { result } = renderHook(useUploads, { wrapper });
  const cloud = (uploadId: number, name: string) => ({ ...view(uploadId), name, kind: 'file' as const, readyTime: 1 });
  let said: string | undefined;
  act(() => {
    said = result.current.addCloud(cloud(7, 'a.txt'));
  });
  expect([said, states(result)]).toEqual([undefined, ['ready']]);
  act(() => {
    said = result.current.addCloud(cloud(8, 'A.txt'));
  });
  expect(said).toBe('文件或应用已存在');
  act(() => {
    said = result.current.add([file('a.TXT')]);
  });
  expect(said).toBe('文件或应用已存在');
  act(() => result.current.remove(result.current.files[0]?.key ?? 0));
  expect([result.current.files, removed]).toEqual([[], []]);
});
