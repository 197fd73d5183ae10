import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderIn } from '@/test/render';
import { PackageChoice } from './PackageChoice';

it('writes the price of a day as all money is written', async () => {
  const days = [200, 150, 34, 120_000];
  const views = days.map((perDayFen, at) => ({
    packageId: at + 1,
    days: at + 1,
    listFen: perDayFen * (at + 1),
    perDayFen,
    savingPercent: 0,
    base: at === 0,
  }));
  await renderIn(<PackageChoice views={views} value={1} onChange={() => {}} />);
  for (const price of ['2', '1.5', '0.34', '1,200']) expect(screen.getByText(`每天 ¥${price}`)).toBeVisible();
});
