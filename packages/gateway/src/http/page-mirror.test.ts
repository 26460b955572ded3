import { expect, test } from 'vitest';
import { pageHeaders } from './page-headers.ts';
import { closedPolicy } from './page-policy.ts';

test('the policy of a page with a mirror names that origin, and every script still needs its hash', () => {
  const mirror = 'https://cdn.example';
  const headers = pageHeaders(closedPolicy, [], mirror);
  const policy = headers['content-security-policy'] ?? '';
  for (const name of ['script-src', 'style-src', 'font-src', 'connect-src'])
    expect(policy).toContain(`${name} 'self' ${mirror};`);
  expect(new Set(policy.match(/https:\/\/[^\s;]+/g))).toEqual(new Set([mirror]));
  expect(headers['integrity-policy']).toBe('blocked-destinations=(script)');
  expect(pageHeaders(closedPolicy)['content-security-policy']).not.toContain('https://');
});
