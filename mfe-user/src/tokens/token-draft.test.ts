import { expect, test } from 'vitest';
import { freshToken, maxNameLength, namesFor, toDraft, toForm, wrongAddresses } from './token-draft.ts';
import { limited, production, unlimited } from './tokens.fixtures.ts';

// @spec F083
test('several tokens get the typed name, all but the first with six random characters', () => {
  const names = namesFor('batch', 30);
  expect(names[0]).toBe('batch');
  for (const name of names.slice(1)) expect(name).toMatch(/^batch-[a-z2-8]{6}$/);
  expect(new Set(names).size).toBe(30);
});

test("the longest name of a batch fits the server's limit", () => {
  expect(namesFor('x'.repeat(maxNameLength(2)), 2)[1]).toHaveLength(30);
  expect(maxNameLength(1)).toBe(30);
});

// @spec F082
test('the quota is sent as a whole number', () => {
  expect(toDraft({ ...freshToken, name: 'a', remain_quota: 1234.9 }).remain_quota).toBe(1234);
});

// @spec D231
test('addresses are sent one a line, without blank lines', () => {
  const draft = toDraft({ ...freshToken, name: 'a', allow_ips: ' 203.0.113.7 \n\n198.51.100.0/24\n' });
  expect(draft.allow_ips).toBe('203.0.113.7\n198.51.100.0/24');
});

test('a token is unchanged after a round trip through its form', () => {
  for (const token of [production, limited]) {
    const { name, expired_time, remain_quota, model_limits, model_limits_enabled, allow_ips, group } = token;
    expect(toDraft(toForm(token))).toMatchObject({
      name,
      expired_time,
      remain_quota,
      model_limits,
      model_limits_enabled,
      allow_ips,
      group,
    });
  }
});

test('an unlimited token below zero starts with an amount of zero', () => {
  expect(toForm(unlimited)).toMatchObject({ unlimited_quota: true, remain_quota: 0 });
});

test('invalid address lines are reported', () => {
  const lines = ['203.0.113.7', '10.0.0.0/8', '2001:db8::1', '2001:db8::/32', '::ffff:1.2.3.4'];
  expect(wrongAddresses(lines.join('\n'))).toEqual([]);
  const wrong = ['256.1.1.1', '1.2.3', 'example.com', '10.0.0.0/33', '::1/129', 'a:b', '1.2.3.4/8/8'];
  expect(wrongAddresses([...lines, ...wrong].join('\n'))).toEqual(wrong);
});
