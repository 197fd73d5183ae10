import { expect, it } from 'vitest';
import { DAY, NOW, samplePhone } from '@/features/phones/sample.test-kit';
import { sampleShelf } from '../shelf.test-kit';
import { rangeAt, stepOf } from '../words';
import { dayOf, endOfDay } from './days';
import { alignedOf, renewable, renewalOf, upgradeOf } from './renewal';

const shelf = sampleShelf();
const { zone } = shelf.rules;
const phone = (phoneId: number, daysLeft: number, configurationId = 1) =>
  renewable(
    samplePhone({ phoneId, owlId: `OWL-${phoneId}`, configurationId, expireTime: NOW + daysLeft * DAY }),
    shelf,
    NOW,
    '停售',
  );
const none = { days: undefined, own: new Map<number, number>() };

it('a phone can be renewed in grace and in the bin, and only while its kind is sold', () => {
  for (const daysLeft of [5, -1, -13]) expect(phone(1, daysLeft).blocked).toBeUndefined();
  expect(phone(1, 5, 9).blocked).toBe('停售');
});

it('new time is added to what is left, and to now where nothing is', () => {
  const renewal = renewalOf(shelf, [phone(1, 3), phone(2, -2)], none, NOW);
  expect(renewal?.lines.map(({ expireMs }) => expireMs)).toEqual([NOW + 33 * DAY, NOW + 30 * DAY]);
  expect(renewal?.price.totalFen).toBe(9000);
});

it('packages may be mixed, and lines of one package share its price by quantity', () => {
  const phones = Array.from({ length: 11 }, (_, at) => phone(at + 1, 3));
  const mixed = renewalOf(shelf, phones, { days: undefined, own: new Map([[1, 10]]) }, NOW);
  expect(mixed?.lines.map(({ fen }) => fen)).toEqual([1400, ...Array<number>(10).fill(4200)]);
  expect(mixed?.price.totalFen).toBe(1400 + 42_000);
  expect(mixed?.price.discountFen).toBe(3000);
});

it('a common date is the end of a day of the operator, and each phone pays the days that it lacks', () => {
  const to = endOfDay('2026-11-25', zone) ?? 0;
  expect(new Date(to).toISOString()).toBe('2026-11-25T16:00:00.000Z');
  const aligned = alignedOf(shelf, [phone(1, 3), phone(2, 6)], to, NOW);
  expect(aligned?.lines.map(({ days, fen, expireMs }) => [days, fen, expireMs])).toEqual([
    [5, 750, to],
    [2, 300, to],
  ]);
  expect(alignedOf(shelf, [phone(1, 30)], to, NOW)?.price.fault).toMatch(/对齐日期/);
  expect(dayOf(to, zone)).toBe('2026-11-26');
  expect(dayOf(to - 1, zone)).toBe('2026-11-25');
  expect(endOfDay('yesterday', zone)).toBeUndefined();
});

it('a day of the operator ends where the next one begins, where clocks are changed too', () => {
  // America/Santiago: at 24:00 of 5 September clocks go to 1:00.
  const santiago = [
    { from: Date.parse('2026-08-01T00:00:00Z'), minutes: -240 },
    { from: Date.parse('2026-09-06T04:00:00Z'), minutes: -180 },
  ];
  const ends = (day: string) => new Date(endOfDay(day, santiago) ?? 0).toISOString();
  expect(ends('2026-09-05')).toBe('2026-09-06T04:00:00.000Z');
  expect(ends('2026-09-06')).toBe('2026-09-07T03:00:00.000Z');
  expect(dayOf(Date.parse('2026-09-06T03:59:59Z'), santiago)).toBe('2026-09-05');
  expect(dayOf(Date.parse('2026-09-06T04:00:00Z'), santiago)).toBe('2026-09-06');
  const abroad = { ...shelf, rules: { ...shelf.rules, zone: santiago } };
  const to = endOfDay('2026-09-05', santiago) ?? 0;
  const from = to - 3 * DAY;
  const rented = renewable(samplePhone({ expireTime: from }), abroad, from, '停售');
  expect(alignedOf(abroad, [rented], to, from)?.price.fault).toBeFalsy();
});

it('a better phone costs the difference of the days that are left; one that is not dearer is refused', () => {
  const [standard, better, light] = shelf.list;
  if (!standard || !better || !light) throw new Error('three kinds');
  const price = upgradeOf(shelf, phone(1, 10), better, NOW);
  expect([price?.totalFen, price?.lines[0]?.days]).toEqual([1500, 10]);
  expect(upgradeOf(shelf, phone(1, 10), light, NOW)?.fault).toMatch(/更高配置/);
  expect(upgradeOf(shelf, phone(1, -1), better, NOW)?.fault).toBeTruthy();
});

it('steps of a price are named by the quantities that share them', () => {
  const tiers = [{ from: 1 }, { from: 10 }, { from: 11 }, { from: 100 }];
  expect(tiers.map((_, at) => rangeAt(tiers, at))).toEqual(['1–9', '10', '11–99', '100+']);
  expect([1, 9, 10, 11, 99, 100, 500].map((quantity) => stepOf(tiers, quantity))).toEqual([0, 0, 1, 2, 2, 3, 3]);
});
