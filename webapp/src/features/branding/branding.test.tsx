import { readFileSync } from 'node:fs';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderIn } from '@/test/render';
import { pictureAddress, readKept, useBrandName, useServiceAddress } from './branding';

const branding = {
  text: '猫头鹰云',
  main: '/app/owl.svg',
  leftBg: '',
  welcomeText: '',
  registerType: '',
  renewRedesign: 0,
  loginWay: 'phone',
  serviceUrl: 'https://help.example/',
};

function Dress() {
  return <p>{`${useBrandName()} ${useServiceAddress()}`}</p>;
}

it('is answered by the server, and kept for the next visit', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json({ code: 0, msg: '', data: branding })),
  );
  await renderIn(<Dress />);
  expect(await screen.findByText('猫头鹰云 https://help.example/')).toBeInTheDocument();
  await waitFor(() => expect(JSON.parse(localStorage.getItem('branding') ?? '{}')).toEqual(branding));
});

it.each([null, 7, 'x', [], {}, { ...branding, main: 5 }, { ...branding, renewRedesign: '0' }])(
  'of nonsense nothing is kept: %j',
  (kept) => {
    expect(readKept(kept)).toBeUndefined();
  },
);

it('a picture is this server’s own', () => {
  expect(pictureAddress('/a.png')).toBe(`${window.location.origin}/a.png`);
  for (const address of ['', undefined, 'https://evil.example/a.png', '//evil.example/a.png', 'data:image/png,x']) {
    expect(pictureAddress(address)).toBeNull();
  }
});

describe('before the first paint', () => {
  const boot = readFileSync('public/boot.js', 'utf8');
  const run = () => new Function(boot)();
  const icon = () => document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.getAttribute('href');

  beforeEach(() => {
    document.title = 'Owldeck';
    document.head.innerHTML = '<link rel="icon" href="/app/owl.svg"><title>Owldeck</title>';
    document.documentElement.removeAttribute('style');
  });

  it('its script runs before any other, and waits for none', () => {
    const index = readFileSync('index.html', 'utf8');
    const [first, ...others] = [...index.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
    expect(first).toBe('<script src="/boot.js">');
    expect(others).toEqual([expect.stringContaining('type="module"')]);
    expect(index.indexOf('/boot.js')).toBeLessThan(index.indexOf('</head>'));
  });

  it('a translator is told that the page speaks for itself', () => {
    const index = readFileSync('index.html', 'utf8');
    expect(index).toMatch(/<html [^>]*translate="no"/);
    expect(index).toContain('<meta name="google" content="notranslate" />');
  });

  it('the page has the name, icon, appearance, colour and language of the last visit', () => {
    localStorage.setItem('branding', JSON.stringify({ ...branding, main: '/logo.svg' }));
    localStorage.setItem('layout-setting', '{"mode":"dark","theme":"#6959CD"}');
    localStorage.setItem('locale', 'en-US');
    run();
    expect([document.title, icon()]).toEqual(['猫头鹰云', '/logo.svg']);
    const root = document.documentElement;
    expect([root.dataset.theme, root.lang, root.style.getPropertyValue('--owl-accent')]).toEqual([
      'dark',
      'en-US',
      '#6959CD',
    ]);
  });

  it.each([
    ['{', '{'],
    ['null', '[]'],
    ['{"theme":"red;x","mode":"pink"}', '{"text":7,"main":"//evil.example/x.png"}'],
    ['7', '{"main":"https://evil.example/x.png"}'],
  ])('nonsense leaves the product’s own: %s %s', (setting, kept) => {
    localStorage.setItem('layout-setting', setting);
    localStorage.setItem('branding', kept);
    run();
    expect([document.title, icon(), document.documentElement.dataset.theme]).toEqual([
      'Owldeck',
      '/app/owl.svg',
      'light',
    ]);
    expect(document.documentElement.style.getPropertyValue('--owl-accent')).toBe('');
  });
});
