import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { AnswerCode } from '@/contract/constants';
import { api } from '@/core/api';
import { renderIn } from '@/test/render';
import { type Play, PlayProvider } from '../PlayContext';
import Files from './Files';

const entry = (name: string, kind: 'folder' | 'file', size = 0) => ({
  name,
  kind,
  size,
  modifiedMs: 1_700_000_000_000,
  unfinished: false,
});

/** Folders of the phone, and the calls that were made to it. */
let folders: Record<string, ReturnType<typeof entry>[]>;
let calls: { method: string; path: string; body: unknown }[];
let refused: boolean;

const json = (body: unknown) => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });

beforeEach(() => {
  store.dispatch(api.util.resetApiState());
  folders = {
    '/sdcard': [entry('DCIM', 'folder'), entry('Download', 'folder'), entry('b.txt', 'file', 2048)],
    '/sdcard/DCIM': [],
  };
  calls = [];
  refused = false;
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    const url = new URL(address, 'http://here');
    calls.push({ method: method ?? '', path: url.pathname, body: typeof body === 'string' ? JSON.parse(body) : null });
    if (refused) return json({ code: AnswerCode.FILE_NO_ANSWER, msg: '云手机没有响应，请稍后重试', data: null });
    const path = url.searchParams.get('path') ?? '';
    if (url.pathname.endsWith('/list'))
      return json({ code: 0, data: { path, list: folders[path] ?? [], more: 0, unnameable: 0 } });
    if (url.pathname.endsWith('/delete')) return json({ code: 0, data: { list: [{ path: '', code: 0, msg: '' }] } });
    return json({ code: 0, data: true });
  });
});
afterEach(() => vi.unstubAllGlobals());

const show = (wide = true, lang: 'zh-CN' | 'en-US' = 'zh-CN') =>
  renderIn(
    <PlayProvider value={{ phoneId: 7, wide } as unknown as Play}>
      <Files />
    </PlayProvider>,
    { lang },
  );
const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });

describe('a folder', () => {
  it('is walked by the keyboard', async () => {
    await show();
    const [dcim, download, file] = within(await screen.findByRole('grid')).getAllByRole('row');
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
    dcim?.focus();
    press('ArrowDown');
    expect(download).toHaveFocus();
    press('End');
    expect(file).toHaveFocus();
    press(' ');
    expect(file).toHaveAttribute('aria-selected', 'true');
    press('Home');
    press('Enter');
    expect(await screen.findByText('此文件夹为空')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: '内部存储' }));
    expect(await row('Download')).toBeVisible();
  });

  it('opens by a double click, and by one tap of a finger', async () => {
    const { unmount } = await show();
    fireEvent.click(await row('DCIM'));
    expect(await row('DCIM')).toHaveAttribute('aria-selected', 'true');
    fireEvent.doubleClick(await row('DCIM'));
    expect(await screen.findByText('此文件夹为空')).toBeVisible();
    unmount();
    await show(false, 'en-US');
    fireEvent.click(await row('DCIM'));
    expect(await screen.findByText('This folder is empty')).toBeVisible();
  });

  it('that cannot be had says why and is tried again', async () => {
    refused = true;
    await show();
    expect(await screen.findByText('云手机没有响应，请稍后重试')).toBeVisible();
    refused = false;
    fireEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(await row('b.txt')).toBeVisible();
  });
});

describe('what is in it', () => {
  it('is renamed in place', async () => {
    await show();
    const user = userEvent.setup();
    (await row('b.txt')).focus();
    await user.keyboard('{F2}');
    const field = screen.getByRole('textbox', { name: '新名称' });
    expect(field).toHaveFocus();
    await user.clear(field);
    await user.type(field, 'c.txt{Enter}');
    await waitFor(() =>
      expect(calls).toContainEqual({
        method: 'PUT',
        path: '/app-api/infra/file/move',
        body: { phoneId: 7, path: '/sdcard/b.txt', name: 'c.txt' },
      }),
    );
  });

  it('is deleted after a question that names it', async () => {
    await show();
    (await row('b.txt')).focus();
    fireEvent.keyDown(await row('b.txt'), { key: 'Delete' });
    const question = await screen.findByRole('dialog');
    expect(within(question).getByText('b.txt')).toBeVisible();
    expect(calls.some(({ path }) => path.endsWith('/delete'))).toBe(false);
    fireEvent.click(within(question).getByRole('button', { name: '删除 1 项' }));
    await waitFor(() =>
      expect(calls).toContainEqual({
        method: 'POST',
        path: '/app-api/infra/file/delete',
        body: { phoneId: 7, paths: ['/sdcard/b.txt'] },
      }),
    );
  });
});
