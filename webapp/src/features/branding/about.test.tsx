import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { api } from '@/core/api';
import { renderIn } from '@/test/render';
import AboutPage from './AboutPage';

const own = (kind: string, title: string, version: number, acceptedVersion: number | null) => ({
  kind,
  title,
  version,
  publishTime: 1_795_000_000_000,
  acceptedVersion,
  acceptTime: acceptedVersion === null ? null : 1_794_000_000_000,
});

/** A server with these agreements; `null`: it fails. Answers what was asked. */
function serve(agreements: ReturnType<typeof own>[] | null): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    if (url.includes('/agreement/mine') && agreements) return Response.json({ code: 0, msg: '', data: agreements });
    if (url.includes('/agreement/get')) {
      const text = { kind: 'terms', title: '用户协议', version: 1, publishTime: 0, html: '<p>旧文字</p>' };
      return Response.json({ code: 0, msg: '', data: text });
    }
    return Response.json({ code: 500, msg: 'no', data: null });
  });
  return asked;
}

beforeEach(() => void store.dispatch(api.util.resetApiState()));

it('has the version, and of each agreement what was accepted and what is newer', async () => {
  const asked = serve([
    own('terms', '用户协议', 2, 1),
    own('privacy', '隐私政策', 1, 1),
    own('authorization', '授权协议', 1, null),
  ]);
  await renderIn(<AboutPage />);
  expect(screen.getByText('v2.2.0')).toBeVisible();
  await screen.findByText('用户协议');
  const [terms, privacy, authorization] = screen.getAllByRole('listitem').map((row) => row.textContent);
  expect(terms).toMatch(/接受了第 1 版.*第 2 版.*起生效/);
  expect(privacy).toMatch(/接受了第 1 版/);
  expect(privacy).not.toMatch(/起生效/);
  expect(authorization).toContain('下单时接受');
  await userEvent.click(screen.getByRole('button', { name: '阅读接受的第 1 版' }));
  const dialog = await screen.findByRole('dialog', { name: '用户协议' });
  expect(await within(dialog).findByText('旧文字')).toBeVisible();
  expect(asked.some((url) => url.includes('kind=terms') && url.includes('version=1'))).toBe(true);
});

it('lists the licences of what is inside, and finds among them', async () => {
  serve([]);
  await renderIn(<AboutPage />, { lang: 'en-US' });
  await userEvent.click(screen.getByRole('button', { name: 'Show' }));
  const list = await screen.findByRole('region', { name: 'Open source licenses' });
  for (const name of ['react', 'tokio', 'wasm-bindgen']) expect(within(list).getByText(name)).toBeInTheDocument();
  // Packages that only builds and tests use are not inside.
  expect(within(list).queryByText('vitest')).toBeNull();
  await userEvent.type(screen.getByRole('textbox', { name: 'Find by name or license' }), 'react-router');
  expect(within(list).getAllByRole('row')).toHaveLength(2);
  await userEvent.type(screen.getByRole('textbox', { name: 'Find by name or license' }), '?');
  expect(within(list).getByRole('status')).toHaveTextContent('No component matches');
});

it('can ask again for agreements that did not come', async () => {
  serve(null);
  await renderIn(<AboutPage />, { lang: 'en-US' });
  expect(await screen.findByRole('heading', { name: 'The agreements did not load' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeEnabled();
});
