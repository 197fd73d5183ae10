// Text of a captcha: the demo's sandbox puts it into its outbox, for neither picture nor sound tell it to a program.
import { type APIRequestContext, expect, type Page, type Response } from '@playwright/test';

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
  const heard: Response[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/captcha/captchaImage')) heard.push(response);
  });
  return {
    count: () => heard.length,
    // Only what is wanted is asked for: a question that is open when its test ends fails it.
    answer: async () => said(page.request, (await heard.at(-1)?.json())?.data.uuid ?? ''),
  };
}
