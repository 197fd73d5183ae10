import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { api } from '@/core/api';
import type { PictureFacts } from '@/core/browser';
import { beginSession, endSession } from '@/core/session';
import { renderIn } from '@/test/render';
import { BrowserPage } from './BrowserPage';
import { picture } from './facts.test-kit';

/** The worker's answers, one after the other; the last one stays. */
let answers: (PictureFacts | null)[] = [];
class FakeWorker {
  onmessage: ((event: { data: PictureFacts }) => void) | null = null;
  onerror: (() => void) | null = null;
  postMessage() {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    queueMicrotask(() => (answer ? this.onmessage?.({ data: answer }) : this.onerror?.()));
  }
  terminate() {}
}

const writeText = vi.fn(async (_: string) => {});
const row = (name: string) => {
  const item = screen.getByText(name, { selector: 'strong' }).closest('li');
  if (!item) throw new Error(`no row ${name}`);
  return item;
};

beforeEach(() => {
  writeText.mockClear();
  answers = [picture];
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  vi.stubGlobal('Worker', FakeWorker);
  // Tickets of the socket are refused to everybody.
  vi.stubGlobal('fetch', async (address: string) => {
    const code = address.endsWith('/ws-ticket') ? 429 : 0;
    return new Response(JSON.stringify({ code, msg: '', data: {} }));
  });
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
});
afterEach(() => {
  endSession('expired');
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

describe('the browser check', () => {
  it('says each verdict, what follows and what to do', async () => {
    await renderIn(<BrowserPage />, { lang: 'en-US' });
    expect(await screen.findByText(/^Works, but \d+ things are limited$/)).toBeVisible();
    expect(row('H.264 Baseline picture')).toHaveAttribute('data-tone', 'good');
    expect(row('H.264 Baseline picture')).toHaveTextContent('by hardware');
    // jsdom has no full screen.
    expect(row('Picture in picture')).toHaveAttribute('data-tone', 'less');
    expect(row('Picture in picture')).toHaveTextContent('Use "Separate window" instead.');
    expect(row('Picture connection (WebSocket)')).toHaveTextContent('after sign-in');
    expect(screen.getByRole('heading', { level: 1, name: 'Browser check' })).toHaveFocus();
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(5);
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
  });

  it('leads a member back to the phones', async () => {
    beginSession({ userId: 7, accessToken: 'mine', refreshToken: '', expiresTime: 0 });
    await renderIn(<BrowserPage />);
    expect(await screen.findByText(/项受限$/)).toBeVisible();
    expect(screen.getByRole('link', { name: '回到云手机' })).toHaveAttribute('href', '/index');
  });

  it('where there is no picture says so, why and what to do', async () => {
    answers = [{ ...picture, decoder: false, baseline: 'none', high: 'none', softMs: null }];
    await renderIn(<BrowserPage />);
    const status = await screen.findByText('看不到画面');
    expect(status.closest('[role=status]')).toHaveTextContent('软件解码器也没有加载');
    expect(status.closest('[role=status]')).toHaveTextContent('升级浏览器');
    for (const name of ['浏览器解码器 (VideoDecoder)', '软件解码器 (wasm)']) {
      expect(row(name)).toHaveAttribute('data-tone', 'bad');
    }
  });

  it('checks again', async () => {
    answers = [null, picture];
    await renderIn(<BrowserPage />);
    expect(await screen.findByText('看不到画面')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '再查一遍' }));
    expect(await screen.findByText(/^能用，但有 \d+ 项受限$/)).toBeVisible();
    expect(row('后台线程 (Worker)')).toHaveAttribute('data-tone', 'good');
  });

  it('copies a report with the browser’s name and every verdict', async () => {
    await renderIn(<BrowserPage />, { lang: 'en-US' });
    expect(screen.getByRole('button', { name: 'Copy report' })).toBeDisabled();
    await screen.findByText(/^Works, but/);
    fireEvent.click(screen.getByRole('button', { name: 'Copy report' }));
    expect(writeText).toHaveBeenCalledOnce();
    const [report = ''] = writeText.mock.calls[0] ?? [];
    expect(report).toContain(navigator.userAgent);
    const rows = within(screen.getByRole('main')).getAllByRole('listitem');
    expect(report.split('\n').filter((line) => /^[+·!x] /.test(line))).toHaveLength(rows.length);
    expect(await screen.findByText('Copied the report')).toBeInTheDocument();
  });
});
