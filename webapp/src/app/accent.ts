// Shades of the accent colour that a member chose, corrected so that text on them stays readable and they stand out from the background.
import { FastColor } from '@ant-design/fast-color';
import type { ThemeConfig } from 'antd';
import { type Mode, accent as ownAccent, onAccent as ownWords, roles } from './tokens';

/** `share` of `b` in `a`, 0 to 1. */
const mix = (a: string, b: string, share: number): string =>
  new FastColor(a)
    .mix(b, share * 100)
    .toHexString()
    .toUpperCase();

/** WCAG's contrast of two colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [first, second] = [new FastColor(a).getLuminance(), new FastColor(b).getLuminance()];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/** Least contrast of the accent to the background: that of the product's own accent on its lightest background. */
const SEEN = 2.6;
const READ = 4.5;
const STEPS = 20;

/** The shade nearest to `colour` that satisfies, on the way to `end`, which is black or white. */
function towards(colour: string, end: string, satisfies: (shade: string) => boolean): string {
  for (let step = 0; step <= STEPS; step++) {
    const shade = mix(colour, end, step / STEPS);
    if (satisfies(shade)) return shade;
  }
  return end;
}

export interface Accent {
  main: string;
  hover: string;
  active: string;
  /** Text on the accent. */
  on: string;
  /** Faint background, as of a selected row. */
  soft: string;
  line: string;
}

/** The shades of a chosen colour in one appearance. */
export function accentOf(chosen: string, mode: Mode): Accent {
  const { surface } = roles[mode];
  const main = towards(
    chosen.toUpperCase(),
    mode === 'dark' ? '#FFFFFF' : '#000000',
    (shade) => contrast(shade, surface) >= SEEN,
  );
  // Either white or black always has a contrast of 4.5.
  const on = [ownWords, '#FFFFFF'].find((words) => contrast(words, main) >= READ) ?? '#000000';
  // Hovered and pressed shades move away from the text's colour, so that its contrast only grows.
  const opposite = on === '#FFFFFF' ? '#000000' : '#FFFFFF';
  return {
    main,
    hover: mix(main, opposite, 0.14),
    active: mix(main, opposite, 0.07),
    on,
    soft: mix(surface, main, 0.12),
    line: mix(surface, main, 0.45),
  };
}

export const isOwnAccent = (chosen: string): boolean => chosen.toUpperCase() === ownAccent.toUpperCase();

/** The page's variables in the accent. */
export const accentVars = (accent: Accent): Record<string, string> => ({
  '--owl-accent': accent.main,
  '--owl-on-accent': accent.on,
  '--owl-accent-soft': accent.soft,
  '--owl-accent-line': accent.line,
});

/** antd's theme in the accent: wherever the product's own stands, the chosen one. */
export function withAccent(theme: ThemeConfig, mode: Mode, accent: Accent): ThemeConfig {
  const own = roles[mode];
  const replacements = new Map<unknown, string>([
    [ownAccent, accent.main],
    [mode === 'dark' ? '#66B1FF' : '#5CADFF', accent.hover],
    ['#2E8DF0', accent.active],
    [ownWords, accent.on],
    [own.accentSoft, accent.soft],
  ]);
  const swapped = <T extends object>(values: T): T =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [
        key,
        typeof value === 'object' && value !== null && !Array.isArray(value)
          ? swapped(value)
          : (replacements.get(value) ?? value),
      ]),
    ) as T;
  return { ...theme, token: swapped(theme.token ?? {}), components: swapped(theme.components ?? {}) };
}
