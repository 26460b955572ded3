import { expect, test } from 'vitest';
import { limitKey, networkOf } from './networks.ts';

test('limitKey is equal for two addresses of one IPv6 /64', () => {
  expect(limitKey('2001:db8:1:2::1')).toBe(limitKey('2001:db8:1:2:ffff::9'));
  expect(limitKey('2001:db8:1:3::1')).not.toBe(limitKey('2001:db8:1:2::1'));
  expect(limitKey('203.0.113.9')).toBe('203.0.113.9');
});

test('networkOf is equal for two addresses of one /24 or one /56', () => {
  expect(networkOf('203.0.113.9')).toBe(networkOf('203.0.113.200'));
  expect(networkOf('203.0.114.9')).not.toBe(networkOf('203.0.113.9'));
  expect(networkOf('2001:db8:1:12::1')).toBe(networkOf('2001:db8:1:34::1'));
  expect(networkOf('2001:db8:1:112::1')).not.toBe(networkOf('2001:db8:1:12::1'));
});
