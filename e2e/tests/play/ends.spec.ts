// How a session ends: each reason in its words, with its next step; in a sweep in both languages, where the browser decodes and where it does not.
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { beside, type Language, languages, lend, sentCode } from '../../account';
import { event } from '../../bench/play-server.mjs';
import { atNetworkAddress, elsewhere, REMARK } from '../../elsewhere';
import { type Demo, expect, listen, type Member, PASSWORD, submitSignIn, timed as test } from '../../fixtures';
import { shell } from '../../operations';
import { breakDown, live } from '../../phone';
import { go, openPhone } from '../../shell';
import { daily, SWEEP } from '../../sweep';
import { wordsIn } from '../../words';

test.use(atNetworkAddress);

const START_PHONE = '/app-api/infra/cacloud-resource/phone/startPhone';
/** Phones that the member plays: its own two, and three that are shared with it, one by somebody who leaves, one for ten minutes. */
const OWN = '农场-03';
const OTHER = '跑酷-11';
const SHARED = '小店客服';
const GIVEN = '借用';
const LENT = '选品 A';

/** Words that are said in Chinese and in English, and the action that is offered first. */
const ends = {
  expired: ['使用期限已到', 'Your time with this phone is over.', 'backToList'],
  recalled: ['授权已被收回', 'The owner took the authorization back.', 'backToList'],
  occupied: ['设备正被其他用户使用，请换一台', 'This phone is in use by another member. Choose another.', 'backToList'],
  elsewhere: ['这台手机已在别处打开', 'This phone was opened somewhere else.', 'retry'],
  idle: ['30 分钟没有操作，已断开连接', 'Disconnected after 30 minutes without activity.', 'retry'],
  offline: ['设备异常、离线或网络异常', 'The phone is abnormal, offline or its network is down.', 'retry'],
  unreachable: ['连接不上设备', 'The phone cannot be reached', 'retry'],
  streamLeft: ['云手机画面已中断', "The phone's picture stream has left.", 'retry'],
  joinFailed: [
    '加入房间失败，请返回列表重试',
    'Joining the room failed. Go back to the list and try again.',
    'backToList',
  ],
  notRetrieved: ['未获取到设备信息，请稍后再试', 'Device info was not retrieved. Try again later.', 'retry'],
  status: ['云手机状态 2，请稍后再试', 'Phone status 2. Try again later.', 'retry'],
} as const;

/** `Event::Ended` and some of its reasons. */
const ENDED = 5;
const REASON = { occupied: 1, offline: 6, streamLeft: 7, notRetrieved: 9, status: 10 } as const;
const REBOOTING = 2;

/** The server by an address where the browser decodes, and by one where it has no decoder. */
const ways = [
  { where: 'the browser decodes', at: (origin: string) => origin, decoder: 'function' },
  { where: 'the software decoder does', at: elsewhere, decoder: 'undefined' },
] as const;

/** The panel's first button, once it says this. */
async function ended(page: Page, language: Language, end: keyof typeof ends): Promise<Locator> {
  const [zh, en, next] = ends[end];
  const panel = page.getByRole('alert').filter({ hasText: language === 'zh-CN' ? zh : en });
  await expect(panel, end).toBeVisible();
  const first = panel.getByRole('button').first();
  await expect(first, end).toHaveText(wordsIn(language)(`play.${next}`));
  return first;
}

/** Opens the phone again until it is there: one that broke down takes its time. */
async function again(page: Page, language: Language): Promise<void> {
  const t = wordsIn(language);
  const retry = page.getByRole('button', { name: t('play.retry'), exact: true });
  await expect(async () => {
    if (await retry.isVisible()) await retry.click();
    await expect(page.getByText(t('play.live'), { exact: true })).toBeVisible({ timeout: 10_000 });
  }).toPass();
}

/** An owner leaves for good: whatever it lent is taken back. */
async function leave(demo: Demo, request: APIRequestContext, { account: phone }: Member): Promise<void> {
  const owner = await beside(request, phone);
  const { uuid } = await owner.post('/app-api/member/captcha/sendSmsCode', { phone, purpose: 'delete' });
  const code = await sentCode(demo, phone, 'delete');
  await owner.delete('/app-api/member/member/delete', { password: PASSWORD, code, uuid });
}

interface Kept {
  WebSocket: typeof WebSocket;
  kept?: WebSocket;
}

/** In a worker: its newest socket is kept. */
const keepSocket = () => {
  const scope = globalThis as unknown as Kept;
  scope.WebSocket = new Proxy(scope.WebSocket, {
    construct: (inner, parts) => {
      const socket = Reflect.construct(inner, parts) as WebSocket;
      scope.kept = socket;
      return socket;
    },
  });
};

/** In a worker: the session's socket hears these bytes; whether there is one. */
const hear = (bytes: number[]) => {
  const { kept } = globalThis as unknown as Kept;
  if (kept?.readyState !== WebSocket.OPEN || !kept.url.includes('/websocket/play/')) return false;
  kept.dispatchEvent(new MessageEvent('message', { data: new Uint8Array(bytes).buffer }));
  return true;
};

/** Ends the page's session in the server's own bytes. When the server says so is held in crates/owldeck/tests/it/play/ends.rs. */
async function said(page: Page, end: keyof typeof REASON, detail = 0): Promise<void> {
  const bytes = [...event(ENDED, [REASON[end], 0, 0, 0, detail])];
  const heard = await Promise.allSettled(page.workers().map((worker) => worker.evaluate(hear, bytes)));
  expect(heard.filter((each) => each.status === 'fulfilled' && each.value)).toHaveLength(1);
}

test.beforeEach(({ allowed }) => void allowed.push(REMARK));

const everyTurn = languages.flatMap((language) => ways.map((way) => ({ language, ...way })));
/** Every day the first alone: no end depends on the language or on the decoder. */
const turns = daily(everyTurn.slice(0, 1), everyTurn);
for (const [turn, { language, where, at, decoder }] of turns.entries()) {
  test(`each end of a session is said and leads on, ${language}, where ${where}`, async ({
    browser,
    demo,
    request,
    complaints,
  }) => {
    const t = wordsIn(language);
    const member = await demo.member(OWN, OTHER);
    const lender = await demo.member(SHARED, LENT);
    const leaver = await demo.member(GIVEN);
    await lend(demo, lender, SHARED, member.account, 'operate', 24 * 60);
    await lend(demo, leaver, GIVEN, member.account, 'operate', 24 * 60);
    await lend(demo, lender, LENT, member.account, 'operate', 10);

    const viewport = { width: 1440, height: 900 };
    const context = await browser.newContext({
      baseURL: at(demo.origin),
      locale: language,
      viewport,
      reducedMotion: 'reduce',
    });
    await context.addInitScript((tag) => localStorage.setItem('locale', tag), language);
    const page = await context.newPage();
    await listen(page, complaints);
    const reported: string[] = [];
    page.on('request', (call) => {
      if (!call.url().endsWith('/updPhoneSessionError')) return;
      reported.push((call.postDataJSON() as { reason: string }).reason);
    });
    await page.goto('/app/');
    await submitSignIn(page, t, member.account);
    await expect(page.getByRole('article', { name: OWN, exact: true })).toBeVisible();
    expect(await page.evaluate(() => typeof VideoDecoder)).toBe(decoder);

    // A ticket is asked for by the session's worker, before it opens its socket.
    let wrongDoor = false;
    await page.route(`**${START_PHONE}`, async (route) => {
      await Promise.allSettled(page.workers().map((worker) => worker.evaluate(keepSocket)));
      const another = { phoneId: member.phoneId(OTHER), mode: 'view' };
      await route.continue(wrongDoor ? { postData: JSON.stringify(another) } : {});
    });
    const open = async (name: string) => {
      const button = page.getByRole('button', { name: t('play.open', { name }), exact: true });
      await expect(button).toHaveAttribute('aria-disabled', 'false');
      await openPhone(page, name);
    };
    const backToList = async (end: 'expired' | 'recalled' | 'occupied' | 'joinFailed', gone?: string) => {
      await (await ended(page, language, end)).click();
      await expect(page).toHaveURL(/\/app\/index/);
      await expect(page.getByRole('article', { name: OWN, exact: true })).toBeVisible();
      if (gone) await expect(page.getByRole('article', { name: gone, exact: true })).toHaveCount(0);
    };

    // A right that ends.
    await open(LENT);
    await live(page);
    await demo.later(11 * 60);
    await backToList('expired', LENT);
    await open(GIVEN);
    await live(page);
    await leave(demo, request, leaver);
    await backToList('recalled', GIVEN);

    // Somebody else has it.
    await (await beside(request, lender.account)).post(START_PHONE, { phoneId: lender.phoneId(SHARED) });
    await open(SHARED);
    await ended(page, language, 'occupied');
    await page.getByRole('button', { name: t('play.watch') }).click();
    await live(page);
    await go(page, '/index');
    await open(OWN);
    await live(page);
    await (await beside(request, member.account)).post(START_PHONE, { phoneId: member.phoneId(OWN) });
    await ended(page, language, 'elsewhere');
    await again(page, language);

    // An idle member is warned, puts the end off once, and is disconnected. Then a ticket does not open this door.
    await demo.later(29 * 60 + 5);
    const stay = page.getByRole('button', { name: t('play.stay'), exact: true });
    await stay.click();
    await expect(stay).toBeHidden();
    await demo.later(31 * 60);
    wrongDoor = true;
    await (await ended(page, language, 'idle')).click();
    await ended(page, language, 'joinFailed');
    wrongDoor = false;
    await backToList('joinFailed');
    await open(OWN);
    await live(page);

    // The phone.
    for (const end of ['notRetrieved', 'streamLeft'] as const) {
      await said(page, end);
      await ended(page, language, end);
      await again(page, language);
    }
    // By the phone itself once in a sweep, for it takes half a minute.
    const real = SWEEP && turn === 0;
    await (real ? breakDown(member, OWN, 15_000) : said(page, 'offline'));
    await ended(page, language, real ? 'unreachable' : 'offline');
    await again(page, language);
    if (real) {
      await shell(member, OWN, 'setprop owl.fault boot:slow:15000');
      const restarting = await beside(request, member.account);
      await restarting.post('/app-api/infra/cacloud/reboot-instance', { phoneIds: [member.phoneId(OWN)] });
    } else {
      await said(page, 'status', REBOOTING);
    }
    await ended(page, language, 'status');
    await again(page, language);
    await said(page, 'occupied');
    await backToList('occupied');

    // Operators hear of those that are nobody's doing.
    const faults = ['joinFailed', 'notRetrieved', 'offline', 'status', 'streamLeft'];
    await expect.poll(() => reported).toEqual(expect.arrayContaining(faults));
    const rules = ['elsewhere', 'expired', 'idle', 'occupied', 'recalled'];
    expect(reported.filter((reason) => rules.includes(reason))).toEqual([]);
    await context.close();
  });
}
