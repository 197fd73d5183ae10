// A phone that is well, for tests to change.
import type { Phone } from './api';

export const NOW = Date.UTC(2026, 10, 18, 12);
export const DAY = 86_400_000;

export const samplePhone = (more: Partial<Phone> = {}): Phone => ({
  phoneId: 7,
  owlId: 'OWL-7K2M9',
  phoneAlias: '主力-01',
  businessStatus: 1,
  power: 'on',
  statusSince: NOW,
  reason: null,
  maintainedUntil: null,
  assignTime: NOW - 20 * DAY,
  expireTime: NOW + 23 * DAY + 1000,
  rental: 'active',
  keptUntil: null,
  autoRenew: false,
  level: 'owner',
  may: [],
  accreditType: null,
  ownerPhone: null,
  sharedOut: false,
  sharedTo: null,
  givenTo: null,
  operator: 'mobile',
  configurationId: 1,
  androidVersion: '14',
  chip: 'RK3588',
  padType: 5,
  dpi: 320,
  groupId: null,
  tags: [],
  operation: null,
  unable: [],
  estimates: [],
  ...more,
});
