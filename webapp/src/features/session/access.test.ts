import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { api } from '@/core/api';
import { onFault } from '@/core/notify';
import { beginSession, endSession, isSignedIn } from '@/core/session';
import { startLanguage } from '@/i18n';
import { loadAccess } from './access';
import { askAccess } from './askAccess';

const info = { code: 200, msg: '', user: {}, roles: [], permissions: [] };
const routers = (data: object[]) => ({ code: 200, msg: '', data });
const index = { path: '/index', component: 'phones/index' };

const told = vi.fn();
let stop = () => {};

/** Answers both calls; returns which were made. */
function answering(getInfo: object, getRouters: object): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return Response.json(address.includes('getInfo') ? getInfo : getRouters);
  });
  return asked;
}

beforeEach(async () => {
  await startLanguage();
  told.mockClear();
  stop = onFault(told);
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
});
afterEach(() => {
  stop();
  endSession('left');
  store.dispatch(api.util.resetApiState());
});

describe('setting up a session', () => {
  it('asks who the member is, then for the pages', async () => {
    const asked = answering(info, routers([index]));
    expect((await loadAccess())?.routes.map(({ path }) => path)).toEqual(['/index']);
    expect(asked).toEqual(['/getInfo', '/getRouters']);
    expect(isSignedIn()).toBe(true);
  });

  it('asks once, whoever waits for it', async () => {
    const asked = answering(info, routers([index]));
    await Promise.all([askAccess(), loadAccess(), askAccess()]);
    expect(asked).toEqual(['/getInfo', '/getRouters']);
  });

  it.each([[[]], [[{ path: '/index', component: 'nothing/known' }]]])(
    'without a page ends it with words: %j',
    async (list) => {
      answering(info, routers(list));
      expect(await loadAccess()).toBeNull();
      expect(isSignedIn()).toBe(false);
      expect(told).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: '页面加载失败，请重新登录' }));
    },
  );

  it('that the server refuses ends it with the server’s words, and asks for no pages', async () => {
    const asked = answering({ code: 500, msg: '没有用户' }, routers([index]));
    expect(await loadAccess()).toBeNull();
    expect(isSignedIn()).toBe(false);
    expect(told).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 500, message: '没有用户' }));
    expect(asked).toEqual(['/getInfo']);
  });

  it('that the server refuses the pages ends it with the server’s words', async () => {
    answering(info, { code: 500, msg: '没有路由', data: null });
    expect(await loadAccess()).toBeNull();
    expect(isSignedIn()).toBe(false);
    expect(told).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 500, message: '没有路由' }));
  });

  it('that does not reach the server throws, and the session goes on', async () => {
    vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('offline')));
    await expect(loadAccess()).rejects.toMatchObject({ kind: 'network' });
    expect(isSignedIn()).toBe(true);
    expect(told).not.toHaveBeenCalled();
  });
});
