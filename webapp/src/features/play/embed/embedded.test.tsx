import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AnswerCode } from '@/contract/constants';
import { locale } from '@/core/storage';
import { renderIn } from '@/test/render';
import { EndPanel } from '../stage/EndPanel';
import { EmbeddedPage } from './EmbeddedPage';
import { message } from './embedding';

const SIGNED_OUT = 11;
let asked: unknown[] = [];
const around = { postMessage: vi.fn() };

beforeEach(() => {
  asked = [];
  around.postMessage.mockClear();
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('parent', around);
  vi.stubGlobal('fetch', async (url: string, init: { headers: Record<string, string>; body?: string }) => {
    if (url.endsWith('/embed/open')) asked.push([JSON.parse(init.body ?? ''), init.headers.Authorization]);
    const data = { embedOrigins: ['https://shop.example'] };
    return new Response(JSON.stringify({ code: AnswerCode.EMBED_TICKET, msg: '该嵌入链接已失效', data }));
  });
});
afterEach(() => {
  locale.lend(null);
});

describe('the player inside another page', () => {
  it('spends its ticket once, takes it out of the address, and says that it opened nothing', async () => {
    await renderIn(<EmbeddedPage />, { at: '/play/embedded?token=T&theme=dark' });
    expect(await screen.findByRole('alert')).toHaveTextContent('该嵌入链接已失效');
    await waitFor(() => expect(asked).toEqual([[{ ticket: 'T' }, undefined]]));
    await waitFor(() => expect(screen.getByLabelText('here')).toHaveTextContent('/play/embedded?theme=dark'));
    expect(around.postMessage.mock.calls).toEqual([[message('ended', 'refused'), 'https://shop.example']]);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('leads nowhere but to itself when a picture ends, and nowhere at all when its own session is over', async () => {
    const none = { phoneId: 7, embedded: true, onRetry: () => {}, onWatch: () => {} };
    const idle = await renderIn(<EndPanel over={{ kind: 'ended', reason: 5, detail: 30 }} {...none} />);
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['重新打开']);
    idle.unmount();
    await renderIn(<EndPanel over={{ kind: 'ended', reason: SIGNED_OUT, detail: 0 }} {...none} />);
    expect(screen.getByRole('alert')).toHaveTextContent('本次嵌入画面已结束');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('speaks the language that the page around asks for, and leaves the stored one', () => {
    locale.set('zh-CN');
    locale.lend('en-US');
    expect(locale.get()).toBe('en-US');
    locale.lend('fr');
    expect(locale.get()).toBe('zh-CN');
  });
});
