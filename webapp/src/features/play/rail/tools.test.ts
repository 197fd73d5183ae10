import { expect, it } from 'vitest';
import { takesPictures, toolsOf } from './tools';

const keys = (control: boolean, level: 1 | 2 | 3 | null) => toolsOf({ control, level }).map(({ key }) => key);

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
  expect(keys(true, 2)).toHaveLength(16);
  expect([1, 2, 3, null].map((level) => takesPictures({ level: level as 1 | 2 | 3 | null }))).toEqual([
    false,
    true,
    true,
    true,
  ]);
});
