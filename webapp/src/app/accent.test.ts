import { describe, expect, it } from 'vitest';
import { PREDEFINED } from '@/shell/settings/SettingsDrawer';
import { accentOf, contrast, isOwnAccent, withAccent } from './accent';
import { accent, owlTheme, roles } from './tokens';

const strange = ['#000000', '#FFFFFF', '#FFFF00', '#0000FF', '#777777', '#7f7f7f'];

describe.each(['light', 'dark'] as const)('a chosen colour in %s', (mode) => {
  it.each([...PREDEFINED, ...strange])('%s is seen, and words on it are read', (chosen) => {
    const made = accentOf(chosen, mode);
    expect(contrast(made.main, roles[mode].surface)).toBeGreaterThanOrEqual(2.6);
    for (const ground of [made.main, made.hover, made.active]) {
      expect(contrast(made.on, ground)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('stands in antd wherever the own accent stood', () => {
    const theme = withAccent(owlTheme(mode), mode, accentOf('#6959CD', mode));
    const text = JSON.stringify(theme).toUpperCase();
    expect(text).not.toContain(accent.toUpperCase());
    expect(text).toContain(accentOf('#6959CD', mode).main);
    expect(theme.token?.colorText).toBe(roles[mode].text);
  });
});

it('the own accent needs no computing, however it is written', () => {
  expect(isOwnAccent('#409eff')).toBe(true);
  expect(PREDEFINED[0]).toBe('#409EFF');
});
