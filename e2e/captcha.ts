// What a captcha says: the demo's sandbox puts it into its outbox, for neither picture nor sound tell it to a program.
import { type APIRequestContext, expect, type Page } from '@playwright/test';

/** The characters of a captcha of this demo. */
async function said(request: APIRequestContext, uuid: string): Promise<string> {
  const page = await (await request.get('/sandbox/outbox?part=list')).text();
  const entry = page.split('<li>').find((each) => each.includes(`>${uuid}</code>`));
  const text = /<output>([^<]+)<\/output>/.exec(entry ?? '')?.[1];
  expect(text, `what the captcha ${uuid} says`).toBeDefined();
  return text ?? '';
}

type Action = 'login' | 'sms' | 'register';

/** A captcha that was asked for and solved beside the browser. */
export async function solved(
  request: APIRequestContext,
  action: Action,
): Promise<{ captchaUuid: string; captchaCode: string }> {
  const answer = await (await request.get(`/app-api/member/captcha/captchaImage?action=${action}`)).json();
  expect(answer.code, answer.msg).toBe(0);
  return { captchaUuid: answer.data.uuid, captchaCode: await said(request, answer.data.uuid) };
}

/** Listens to every captcha that a page is given; `answer` is what the last one says. */
export function listening(page: Page): { answer: () => Promise<string>; count: () => number } {
  const heard: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/captcha/captchaImage'))
      heard.push(response.json().then((body) => said(page.request, body.data.uuid)));
  });
  return {
    count: () => heard.length,
    answer: async () => (await heard.at(-1)) ?? '',
  };
}
