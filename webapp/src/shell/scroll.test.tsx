import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { scrollTo, usePageTop } from './scroll';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] });
});
afterEach(() => vi.useRealTimers());

function Page({ at }: { at: string }) {
  const { pathname, search } = new URL(at, 'https://owl.example');
  return <div ref={usePageTop({ pathname, search })} data-testid="page" />;
}

const scrolled = (top: number) => {
  const element = document.createElement('div');
  element.scrollTop = top;
  return element;
};

it('takes 500 ms, slow at both ends', () => {
  const element = scrolled(1000);
  scrollTo(element, 'scrollTop', 0);
  vi.advanceTimersByTime(100);
  expect(element.scrollTop).toBeGreaterThan(880);
  vi.advanceTimersByTime(160);
  expect(element.scrollTop).toBeGreaterThan(400);
  expect(element.scrollTop).toBeLessThan(560);
  vi.advanceTimersByTime(220);
  expect(element.scrollTop).toBeGreaterThan(0);
  vi.advanceTimersByTime(40);
  expect(element.scrollTop).toBe(0);
});

it('a newer place wins', () => {
  const element = scrolled(1000);
  scrollTo(element, 'scrollTop', 0);
  vi.advanceTimersByTime(100);
  scrollTo(element, 'scrollTop', 700);
  vi.advanceTimersByTime(600);
  expect(element.scrollTop).toBe(700);
});

it('is at once where the system asks for less motion', () => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
  const element = scrolled(1000);
  scrollTo(element, 'scrollTop', 0);
  expect(element.scrollTop).toBe(0);
});

it('a new page begins at its top at once, the next lot of a list after a moment, another query not at all', () => {
  const { rerender } = render(<Page at="/index" />);
  const page = screen.getByTestId('page');
  page.scrollTop = 300;
  rerender(<Page at="/index?q=1" />);
  vi.advanceTimersByTime(600);
  expect(page.scrollTop).toBe(300);
  rerender(<Page at="/index?q=1&page=2" />);
  expect(page.scrollTop).toBe(300);
  vi.advanceTimersByTime(600);
  expect(page.scrollTop).toBe(0);
  page.scrollTop = 300;
  rerender(<Page at="/play" />);
  expect(page.scrollTop).toBe(0);
});
