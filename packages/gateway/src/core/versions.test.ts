import { expect, test } from 'vitest';
import { compareVersions } from './versions.ts';

// The order in https://semver.org §11, including its rules about numbers.
const ordered = [
  '0.9.10',
  'v1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  'v1.0.0',
  '1.0.1',
  '1.2.0',
  '1.10.0',
  '2.0.0',
  '99999999999999999999.0.0',
];

test('versions are sorted in semver order', () => {
  for (const [index, earlier] of ordered.entries())
    for (const later of ordered.slice(index + 1)) {
      expect(compareVersions(earlier, later), `${earlier} < ${later}`).toBeLessThan(0);
      expect(compareVersions(later, earlier), `${later} > ${earlier}`).toBeGreaterThan(0);
    }
});

test('a leading v and the build metadata are ignored', () => {
  expect(compareVersions('v1.2.3', ' 1.2.3+build.5 ')).toBe(0);
});

test.each(['', 'latest', '1.2', '1.2.3.4', '01.2.3', 'v1.2.3 beta', '__proto__'])(
  '“%s” is no version',
  (text) => {
    expect(compareVersions(text, '1.2.3')).toBeUndefined();
    expect(compareVersions('1.2.3', text)).toBeUndefined();
  },
);
