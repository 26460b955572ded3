import { expect, test } from 'vitest';
import { refuseLeftovers } from './refuse-leftovers.ts';

test('an element added to the page after a test is reported once with the name of that test', () => {
  refuseLeftovers('one test');
  document.body.append(document.createElement('dialog'));
  expect(() => refuseLeftovers('another test')).toThrow(/^“one test” was over.*\n<dialog>/);
  expect(() => refuseLeftovers('a third test')).not.toThrow();
});
