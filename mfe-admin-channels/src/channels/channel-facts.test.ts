import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tripped } from './channels.fixtures.ts';
import { readNumber } from './row-number.ts';
import { speedOf } from './speed.ts';
import { readStatusInfo } from './status-info.ts';

// @spec J067 J068 J069 J070 J071
test.each([
  [1000, 'fast'],
  [3000, 'good'],
  [5000, 'slow'],
  [5001, 'very-slow'],
  [0, 'untested'],
])('a response after %d ms is %s', (milliseconds, speed) => {
  expect(speedOf(milliseconds)).toBe(speed);
});

test('a test without a response time failed', () => {
  expect(speedOf(0, 1_772_355_900)).toBe('failed');
});

// @spec J067 J068 J069 J070
test.each([
  ['fast', 'success'],
  ['good', 'series-7'],
  ['slow', 'warning'],
  ['very-slow', 'danger'],
])('%s has the color %s', (speed, color) => {
  const rule = new RegExp(`\\.channels-speed-${speed} \\{\\s*color: var\\(--tg-${color}\\);`);
  expect(readFileSync(path.join(import.meta.dirname, 'channel-columns.css'), 'utf8')).toMatch(rule);
});

// @spec F071 F072 F073
test.each([
  ['priority', '7', 7],
  ['priority', '1.5', undefined],
  ['priority', 'high', undefined],
  ['priority', '', undefined],
  ['priority', '-2000', -999],
  ['weight', '-3', 0],
] as const)('a %s typed as “%s” is %s', (field, text, value) => {
  expect(readNumber(field, text)).toBe(value);
});

// @spec E026
test('reason and time of a disabled channel are read, and invalid JSON yields none', () => {
  expect(readStatusInfo(tripped)).toEqual({ reason: '401: the key was revoked', at: 1_772_442_300 });
  for (const other_info of ['', 'oops', 'null', '[]', '{"status_reason":7}'])
    expect(readStatusInfo({ other_info })).toEqual({});
});
