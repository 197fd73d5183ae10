import { expect, it } from 'vitest';
import { kindExpectedFor, kindExpectedMs } from '@/core/rules';
import { samplePhone } from '../sample.test-kit';
import { expectedMsOf } from './estimate';

const phone = (expectedMs?: number) =>
  samplePhone({ estimates: expectedMs === undefined ? [] : [{ action: 'reboot', expectedMs }] });

it('the slowest of the phones is waited for, each as its host lately was, or as is usual', () => {
  expect(expectedMsOf([phone(2000), phone(9000)], 'reboot')).toBe(9000);
  expect(expectedMsOf([phone(2000), phone()], 'reboot')).toBe(kindExpectedMs('reboot'));
  expect(expectedMsOf([phone(2000)], 'factoryReset')).toBe(kindExpectedMs('factoryReset'));
  expect(expectedMsOf([], 'reboot')).toBe(kindExpectedMs('reboot'));
});

it('many phones take their turns', () => {
  const many = Array.from({ length: 300 }, () => phone(2000));
  expect(expectedMsOf(many, 'reboot')).toBe(kindExpectedFor('reboot', 300, 2000));
  expect(expectedMsOf(many, 'reboot')).toBeGreaterThan(2000);
});
