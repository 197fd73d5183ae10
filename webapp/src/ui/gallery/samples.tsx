// Samples that the gallery shows its parts with: made-up phones and their pictures. Nothing of it is anybody's.

import type { TFunction } from 'i18next';
import { LogIn, RotateCcw } from 'lucide-react';
import type { Lane } from '../receipt/lanes';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A made-up id in the product's shape. */
export function codeOf(n: number): string {
  let rest = (n * 48_271 + 9_973) % 33_554_432;
  let code = '';
  for (let i = 0; i < 5; i++) {
    code += ALPHABET[rest % 32];
    rest = Math.floor(rest / 32);
  }
  return `OWL-${code}`;
}

/** A phone's picture: a sky and a hill of its own colours. */
export function Picture({ n }: { n: number }) {
  const hue = (n * 47) % 360;
  const sky = `hsl(${hue} 55% 62%), hsl(${(hue + 40) % 360} 60% 82%)`;
  return (
    <span
      style={{
        position: 'absolute',
        inset: 0,
        background: `radial-gradient(90% 45% at 40% 100%, hsl(${hue} 42% 34%) 98%, transparent), linear-gradient(${sky})`,
      }}
    />
  );
}

export interface SamplePhone {
  id: number;
  name: string;
  code: string;
  expires: number;
  priceFen: number;
}

/** So many phones, ending at different times after `now` (Unix ms). */
export const samplePhones = (count: number, now: number, name: string): SamplePhone[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `${name.replace(/\d+$/, '')}${String(index + 1).padStart(2, '0')}`,
    code: codeOf(index + 1),
    expires: now + ((index * 37) % 60) * 86_400_000 + 36_000_000,
    priceFen: 3600 + ((index * 13) % 50) * 90,
  }));

/** A batch of eighteen: ten done, three failed, four under way, one in line. */
export function sampleLanes(t: TFunction, now: number): Lane[] {
  const steps = [t('gallery.shutdown'), t('gallery.boot'), t('gallery.ready')];
  const icons = { retry: RotateCcw, enter: LogIn };
  const states = 'ddfdrddrdfddrdfdrq'.split('');
  const reasons = [t('gallery.noAnswer'), t('gallery.hostLost'), t('gallery.noAnswer')];
  let failures = 0;
  return states.map((letter, index) => {
    const base = {
      id: index + 1,
      name: samplePhones(18, now, t('gallery.name'))[index]?.name ?? '',
      code: codeOf(index + 1),
    };
    const picture = <Picture key={base.code} n={index + 1} />;
    const startedAt = now - 40_000 - index * 9_000;
    if (letter === 'q') {
      return {
        ...base,
        picture,
        steps,
        stepsDone: 0,
        state: 'queued',
        words: t('gallery.queued'),
        startedAt: null,
        endedAt: null,
      };
    }
    if (letter === 'd') {
      const endedAt = startedAt + 72_000 - index * 1000;
      return { ...base, picture, steps, stepsDone: 3, state: 'done', words: t('gallery.isReady'), startedAt, endedAt };
    }
    if (letter === 'r') {
      const running = {
        state: 'running',
        words: t('gallery.booting'),
        startedAt,
        endedAt: null,
        expectedMs: 300_000,
      } as const;
      return { ...base, picture, steps, stepsDone: index % 2, ...running };
    }
    const actions = [
      { key: 'retry', label: t('gallery.retry'), icon: icons.retry, onRun: () => {} },
      ...(failures === 0 ? [{ key: 'enter', label: t('gallery.enter'), icon: icons.enter, onRun: () => {} }] : []),
    ];
    const words = reasons[failures++] ?? '';
    return {
      ...base,
      picture,
      steps,
      stepsDone: 1,
      state: 'failed',
      words,
      startedAt,
      endedAt: startedAt + 600_000,
      actions,
    };
  });
}
