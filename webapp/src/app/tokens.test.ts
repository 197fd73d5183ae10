import { theme } from 'antd';
import { expect, it } from 'vitest';
import { componentSize, owlTheme } from './tokens';

const heights = { large: 'controlHeightLG', medium: 'controlHeight', small: 'controlHeightSM' } as const;

it.each([
  ['default', 40],
  ['medium', 32],
  ['small', 24],
  ['mini', 22],
] as const)('a control of the size %s is %d px high', (size, height) => {
  const token = theme.getDesignToken(owlTheme('light', size));
  expect(token[heights[componentSize[size]]]).toBe(height);
});
