import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { api } from '@/core/api';
import { setStatusWords } from '@/core/statusWords';
import { renderIn } from '@/test/render';
import { StatusTag } from '@/ui/phone/StatusTag';
import CustomerPage from './CustomerPage';

const branding = {
  text: '',
  main: '',
  leftBg: '',
  welcomeText: '',
  registerType: '',
  renewRedesign: 0,
  loginWay: 'phone',
  serviceUrl: 'https://help.example/',
  serviceHours: '09:00–21:00',
};
const contact = (type: number, account: string, htmlCode: string) => ({ id: type, type, account, htmlCode });

/** A server that has these contacts; `null`: it fails. */
function serve(contacts: ReturnType<typeof contact>[] | null) {
  const answer = (url: string) => {
    if (url.includes('/front/logo')) return { code: 0, msg: '', data: branding };
    const type = Number(new URL(url, 'http://x').searchParams.get('type'));
    const list = contacts?.filter((each) => each.type === type);
    return list ? { code: 0, msg: '', data: { list, total: list.length } } : { code: 500, msg: 'no', data: null };
  };
  vi.stubGlobal(
    'fetch',
    vi.fn(async (asked: Request | string) => Response.json(answer(typeof asked === 'string' ? asked : asked.url))),
  );
}

describe('customer service', () => {
  beforeEach(() => void store.dispatch(api.util.resetApiState()));

  it.each([
    ['zh-CN', '群号 88213', '打开'],
    ['en-US', 'Group 88213', 'Open'],
  ] as const)(
    'has in %s a code and a link for each contact, the help center and its hours',
    async (lang, group, open) => {
      serve([contact(2, '88213', 'https://qun.example/88213'), contact(1, 'owl', 'https://chat.example/owl')]);
      await renderIn(<CustomerPage />, { lang });
      expect(await screen.findByRole('link', { name: `${open} ${group}` })).toHaveAttribute(
        'href',
        'https://qun.example/88213',
      );
      expect(screen.getByRole('link', { name: `${open} owl` })).toHaveAttribute('href', 'https://chat.example/owl');
      expect(await screen.findByText('09:00–21:00')).toBeVisible();
      for (const link of screen.getAllByRole('link')) expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    },
  );

  it.each([
    ['zh-CN', '暂未配置二维码'],
    ['en-US', 'No QR code is configured'],
  ] as const)('says in %s that there is none', async (lang, words) => {
    serve([contact(1, 'owl', 'javascript:alert(1)')]);
    await renderIn(<CustomerPage />, { lang });
    expect(await screen.findByRole('heading', { name: words })).toBeVisible();
  });

  it('can be asked for again when it did not come', async () => {
    serve(null);
    await renderIn(<CustomerPage />, { lang: 'en-US' });
    expect(await screen.findByRole('heading', { name: 'The contacts could not be loaded' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeEnabled();
  });
});

describe('the operator’s name of a status', () => {
  afterEach(() => setStatusWords(new Map()));

  it('stands for the status, but not for what is done to the phone or for its being off', async () => {
    setStatusWords(
      new Map([
        [0, 'Out of order'],
        [1, 'Online'],
        [2, 'Coming back'],
      ]),
    );
    await renderIn(
      <>
        <StatusTag code={0} power="on" since={0} />
        <StatusTag code={1} power="on" since={0} />
        <StatusTag code={2} power="on" since={0} running="powerOn" />
        <StatusTag code={0} power="off" since={0} />
      </>,
      { lang: 'en-US' },
    );
    for (const words of ['Out of order', 'Online', 'Powering on', 'Powered off'])
      expect(screen.getByText(words)).toBeVisible();
    expect(screen.queryByText('Coming back')).toBeNull();
  });
});
