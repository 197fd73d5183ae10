import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { PlayEvent, PlayHandle } from '@/core/stream';
import { opening, type PlayState } from '../session/playState';
import type { Session } from '../session/usePlay';
import { keepKeymaps } from './keymap';
import { useKeymap } from './useKeymap';

const touch = vi.fn();
const followApp = vi.fn();
const handle = { touch, followApp } as unknown as PlayHandle;
const farm = { app: 'com.owl.farm', points: [{ code: 'KeyW', x: 0.25, y: 0.75 }] };
const race = { app: 'com.owl.race', points: [{ code: 'KeyW', x: 1, y: 0 }] };
let emit: (event: PlayEvent) => void = () => {};
const listen: Session['listen'] = (listener) => {
  emit = listener;
  return () => {
    emit = () => {};
  };
};
const live: PlayState = { ...opening, phase: 'live', control: true };
const session = (state: PlayState) => ({ handle, listen, state }) as unknown as Session;
const front = (name: string) => act(() => emit({ type: 'app', package: name }));

beforeEach(() => {
  localStorage.clear();
  touch.mockClear();
  followApp.mockClear();
});

const open = (state = live) => renderHook((now: PlayState) => useKeymap(7, session(now)), { initialProps: state });

it('follows the app in front, and what was chosen by hand holds until another comes', () => {
  keepKeymaps(7, [farm, race]);
  const { result } = open();
  expect(followApp).toHaveBeenLastCalledWith(true);
  expect(result.current.inForce).toBeNull();
  act(() => result.current.setOn(true));
  expect(result.current.inForce, 'as long as nothing is known').toEqual(farm);
  front('com.owl.race');
  expect(result.current.inForce).toEqual(race);
  expect(result.current.pressed('KeyW', true, false)).toBe(true);
  expect(touch).toHaveBeenLastCalledWith(0, 1_000, 65_535, 0, 65_535);
  front('com.owl.farm');
  // The finger of before leaves where it was put down.
  expect(result.current.pressed('KeyW', false, false)).toBe(true);
  expect(touch).toHaveBeenLastCalledWith(1, 1_000, 65_535, 0, 0);
  front('com.owldeck.launcher');
  expect(result.current.inForce).toBeNull();
  expect(result.current.pressed('KeyW', true, false), 'a plain key there').toBe(false);
  act(() => result.current.choose('com.owl.race'));
  expect(result.current.inForce).toEqual(race);
  front('com.owl.farm');
  expect(result.current.inForce).toEqual(farm);
  front('');
  expect(result.current.front).toBeNull();
});

it('asks only with a mapping and with control, and again after a connection that was lost', () => {
  const without = open();
  expect(followApp).not.toHaveBeenCalled();
  without.unmount();
  keepKeymaps(7, [farm]);
  const watching = open({ ...live, control: false });
  expect(followApp).not.toHaveBeenCalled();
  watching.unmount();
  const { rerender } = open();
  rerender({ ...live, phase: 'reconnecting' });
  expect(followApp).toHaveBeenLastCalledWith(false);
  rerender(live);
  expect(followApp).toHaveBeenLastCalledWith(true);
});
