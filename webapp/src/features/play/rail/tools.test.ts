import { expect, it } from 'vitest';
import { takesPictures, toolsOf } from './tools';

const keys = (control: boolean, level: 1 | 2 | 3 | null) => toolsOf({ control, level }).map(({ key }) => key);

it('on a phone’s screen the keys stand in the row, the keyboard above the picture, the rest in the sheet', () => {
  const at = (narrow: string) =>
    toolsOf({ control: true, level: 3 })
      .filter((tool) => tool.narrow === narrow)
      .map(({ key }) => key);
  expect(at('row')).toEqual(['back', 'home', 'recents', 'volumeUp', 'volumeDown', 'power']);
  expect(at('head')).toEqual(['keyboard']);
  const tools = ['rotate', 'shot', 'clipboard', 'push', 'clip', 'sound'];
  expect(at('sheet')).toEqual([...tools, 'ownSize', 'pip', 'popOut', 'fullscreen']);
});

it('who may only look has sound and views, but nothing that operates the phone or takes its picture along', () => {
  expect(keys(false, 1)).toEqual(['sound', 'ownSize', 'pip', 'popOut', 'fullscreen']);
  expect(keys(false, 3), 'an owner who watches').toEqual([
    'shot',
    'clip',
    'sound',
    'ownSize',
    'pip',
    'popOut',
    'fullscreen',
  ]);
  expect(keys(true, 2)).toHaveLength(17);
  expect([1, 2, 3, null].map((level) => takesPictures({ level: level as 1 | 2 | 3 | null }))).toEqual([
    false,
    true,
    true,
    true,
  ]);
});
