import { expect, it } from 'vitest';
import core from './en-US/core.json';

// Section 9 of the specification, literally.
it.each([
  ['confirm', 'Confirm'],
  ['cancel', 'Cancel'],
  ['submit', 'Submit'],
  ['reset', 'Reset'],
  ['search', 'Search'],
  ['buy', 'Buy'],
  ['tip', 'Tip'],
  ['edit', 'Edit'],
  ['delete', 'Delete'],
  ['operation', 'Operation'],
  ['back', 'Back'],
  ['add', 'Add'],
  ['select', 'Please Select'],
  ['enter', 'Please Enter'],
] as const)('the common label %s is "%s"', (key, label) => {
  expect(core.common[key]).toBe(label);
});

it.each([
  ['phones', 'Cloud Phone'],
  ['buy', 'Buy'],
  ['renew', 'Renew'],
  ['keyAccount', 'Key Account'],
  ['account', 'Account'],
  ['aboutUs', 'About Us'],
  ['customerService', 'Customer Service'],
] as const)('the menu label %s is "%s"', (key, label) => {
  expect(core.pages[key]).toBe(label);
});
