import { expect, test } from 'vitest';
import { sumUp } from './part.ts';
import { isNeverRepeated } from './suites.ts';

test('the last line says what passed, failed, was skipped, and passed only when repeated', () => {
  const parts = [
    { name: 'unit', hasPassed: true, seconds: 1, passed: 5, failed: 0, skipped: 2, unsteady: ['a test'] },
    { name: 'e2e', hasPassed: false, seconds: 1, passed: 3, failed: 1 },
    { name: 'build', hasPassed: false, seconds: 1 },
  ];
  expect(sumUp(parts)).toBe('8 passed, 2 failed, 2 skipped, 1 unsteady');
});

test.each([
  ['packages/gateway/src/modules/billing/money-races.test.ts', true],
  ['packages/gateway/src/modules/billing/money-breaks.test.ts', true],
  ['packages/gateway/src/http/journeys/account-races.test.ts', true],
  ['packages/gateway/src/ledger/recover.test.ts', true],
  ['packages/gateway/src/relay/journeys/outages.test.ts', true],
  ['packages/gateway/src/http/routes/users.test.ts', false],
  ['shell/src/app/guards.test.tsx', false],
])('%s is final at its first failure: %s', (file, isFinal) => expect(isNeverRepeated(file)).toBe(isFinal));
