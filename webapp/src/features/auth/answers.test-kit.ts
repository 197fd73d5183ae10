// For the tests of this feature: what the server answers, by the call's path; and what it was sent.
import { vi } from 'vitest';

export interface Sent {
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown> | null;
}
type Answer = object | ((sent: Sent) => object);

export const ok = (data: unknown) => ({ code: 0, msg: '', data });
export const no = (code: number, msg: string, data: unknown = null) => ({ code, msg, data });
export const tokens = { userId: 7, accessToken: 'fresh', refreshToken: '', expiresTime: 0 };

/** The ways in that the server offers: all of them, unless `other` says otherwise. */
export const ways = (other: object = {}) =>
  ok({
    registerType: 'phone',
    loginWay: 'phone',
    methods: ['password', 'sms', 'email', 'social'],
    social: [{ type: 50, name: 'Owl ID' }],
    needsCaptcha: false,
    ...other,
  });
/** A picture of one pixel and a sound of none. */
export const picture = (uuid: string) =>
  ok({ captchaEnabled: true, uuid, img: 'iVBORw0KGgo=', audio: 'UklGRg==', expiresMs: Date.now() + 120_000 });
export const code = ok({ uuid: 'request-1', expireSeconds: 600, resendSeconds: 60, left: 9 });

/** Answers by the last word of the path; returns what was sent, in order. */
export function answering(answers: Record<string, Answer>): Sent[] {
  const sent: Sent[] = [];
  const all: Record<string, Answer> = { 'register-type': ways(), logo: ok({}), ...answers };
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://owl.example');
    const one: Sent = {
      path: url.pathname.split('/').at(-1) ?? '',
      query: url.searchParams,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : null,
    };
    sent.push(one);
    const answer = all[one.path] ?? no(404, `nothing answers ${one.path}`);
    return new Response(JSON.stringify(typeof answer === 'function' ? answer(one) : answer));
  });
  return sent;
}

/** Bodies of the requests to one path. */
export const bodies = (sent: Sent[], path: string) => sent.filter((one) => one.path === path).map((one) => one.body);
