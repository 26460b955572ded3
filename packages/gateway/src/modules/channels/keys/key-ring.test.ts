import { ChannelStatus } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { createKeyRing } from './key-ring.ts';

const { enabled, disabled, tripped } = ChannelStatus;
const ring = (states: readonly number[], random?: () => number) =>
  createKeyRing(
    states.map((status, index) => ({ key: `k${index}`, status })),
    random,
  );
const take = (times: number, { next }: ReturnType<typeof ring>) => Array.from({ length: times }, next);

test('keys take turns, and disabled ones are skipped', () => {
  expect(take(4, ring([enabled, disabled, enabled, tripped]))).toEqual(['k0', 'k2', 'k0', 'k2']);
});

test('a random ring chooses among the enabled keys', () => {
  const draws = [0.99, 0, 0.5, 0.3];
  const drawn = ring([enabled, tripped, enabled, enabled], () => draws.shift() ?? 0);
  expect(take(4, drawn)).toEqual(['k3', 'k0', 'k2', 'k0']);
});

test('a ring without enabled keys uses keys that the gateway disabled before those that a user disabled', () => {
  expect(take(2, ring([disabled, tripped]))).toEqual(['k1', 'k1']);
  expect(take(2, ring([disabled, disabled]))).toEqual(['k0', 'k1']);
});

test('a dropped key is skipped at once, and drop reports whether another one is on', () => {
  const some = ring([enabled, enabled, disabled]);
  expect(some.hasAnother('k0', 403)).toBe(false);
  expect([some.hasAnother('k0', 401), some.hasAnother('k0', 429)]).toEqual([true, true]);
  some.drop('k0');
  expect([some.next(), some.next(), some.hasAnother('k0', 403)]).toEqual(['k1', 'k1', true]);
  some.drop('k1');
  expect(some.hasAnother('k1', 429)).toBe(false);
});
