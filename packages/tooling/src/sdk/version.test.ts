import { hostApi } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { sdkVersion } from './version.ts';

const seconds = (text: string) => Date.parse(text) / 1000;

test('a later change of the SDK has a later version of the same host API', () => {
  const [major, minor] = hostApi.split('.');
  expect(sdkVersion(seconds('2026-01-02T00:00:00Z'))).toBe(`${major}.${minor}.1440`);
  expect(sdkVersion(seconds('2026-01-02T00:01:00Z'))).toBe(`${major}.${minor}.1441`);
});

test('the version of the SDK in this checkout is that of its last change', () => {
  const [, , patch = ''] = sdkVersion().split('.');
  expect(Number(patch)).toBeGreaterThan(Number(sdkVersion(seconds('2026-06-01T00:00:00Z')).split('.')[2]));
  expect(Number(patch)).toBeLessThanOrEqual(Number(sdkVersion(Date.now() / 1000).split('.')[2]));
});
