// Decisions of the guard about addresses that the server answers with the console's page, however strange they are.
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/core/api';
import { beginSession, endSession } from '@/core/session';
import { refusedAddress } from './entrance';
import { guard } from './guard';
import { store } from './store';

const pages = [
  { path: '/index', component: 'phones/index', hidden: false },
  { path: '/personalCenter/accountCenter', component: 'member/account', hidden: true },
];
const user = { userId: 7, mustChangePassword: false };
const answers: Record<string, object> = {
  getRouters: { code: 200, msg: '', data: pages },
  getInfo: { code: 200, msg: '', user, roles: [], permissions: [] },
};

const asked: [call: string, body: unknown][] = [];

beforeEach(() => {
  asked.length = 0;
  user.mustChangePassword = false;
  vi.stubGlobal('fetch', async (address: string, sent?: RequestInit) => {
    const call = new URL(address, 'http://owl.example').pathname.split('/').at(-1) ?? '';
    asked.push([call, typeof sent?.body === 'string' ? JSON.parse(sent.body) : null]);
    return Response.json(answers[call] ?? { code: 401, msg: '' });
  });
  beginSession({ userId: 7, accessToken: 'a' } as Parameters<typeof beginSession>[0]);
});
afterEach(() => {
  endSession('expired');
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

const guarded = async (path: string) => {
  const request = new Request(`http://owl.example/app${path}`);
  const answer = await guard({ request } as Parameters<typeof guard>[0]);
  return answer && [answer.status, answer.headers.get('location')];
};

it('opens what the member may open', async () => {
  expect(await guarded('/index?q=1')).toBeNull();
  expect(await guarded('/')).toEqual([302, '/index']);
});

it('asks for the phones of the address before their page is drawn', async () => {
  await guarded('/index?q=office&page=2');
  await waitFor(() => {
    expect(asked).toContainEqual(['app-page', expect.objectContaining({ keyword: 'office', pageNo: 2 })]);
  });
});

it('leads a member whose password an operator set to choosing another, wherever they were going', async () => {
  user.mustChangePassword = true;
  const security = '/personalCenter/accountCenter?tab=security';
  for (const path of ['/index?q=1', '/', '/nowhere']) expect(await guarded(path), path).toEqual([302, security]);
  expect(await guarded(security)).toBeNull();
});

it('lets everybody see a refusal, and remembers what was refused', async () => {
  expect(await guarded('/nowhere?q=1')).toEqual([302, '/404']);
  expect(refusedAddress()).toBe('/nowhere?q=1');
  expect(await guarded('/play?phoneId=7')).toEqual([302, '/401']);
  expect(refusedAddress()).toBe('/play?phoneId=7');
  expect(await guarded('/404')).toBeNull();
  endSession('expired');
  expect(await guarded('/401')).toBeNull();
});

it.each(['//x', '//evil.example/index', '///index', '//[', '/%2F%2Fx', '/%2Findex', '/https://evil.example/index'])(
  '%s is no page of this console',
  async (path) => {
    expect(await guarded(path)).toEqual([302, '/404']);
  },
);

it('leads a visitor to the sign-in page, which holds the address as a parameter', async () => {
  endSession('expired');
  expect(await guarded('//evil.example/index')).toEqual([302, '/login?redirect=%2F%2Fevil.example%2Findex']);
});
