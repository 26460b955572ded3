import { expect, test } from 'vitest';
import { tripped } from './channels.fixtures.ts';
import { readNumber } from './row-number.ts';
import { speedOf } from './speed.ts';
import { readStatusInfo } from './status-info.ts';

test.each([
  ['J067', 1000, 'fast'],
  ['J068', 3000, 'good'],
  ['J069', 5000, 'slow'],
  ['J070', 5001, 'very-slow'],
  ['J071', 0, 'untested'],
])('%s a response after %d ms is %s', (_, milliseconds, speed) => {
  expect(speedOf(milliseconds)).toBe(speed);
});

test.each([
  ['F071', 'priority', '7', 7],
  ['F071', 'priority', '1.5', undefined],
  ['F071', 'priority', 'high', undefined],
  ['F071', 'priority', '', undefined],
  ['F072', 'priority', '-2000', -999],
  ['F073', 'weight', '-3', 0],
] as const)('%s a %s typed as “%s” is %s', (_, field, text, value) => {
  expect(readNumber(field, text)).toBe(value);
});

// @spec E026
test('reason and time of a disabled channel are read, and invalid JSON yields none', () => {
  expect(readStatusInfo(tripped)).toEqual({ reason: '401: the key was revoked', at: 1_772_442_300 });
  for (const other_info of ['', 'oops', 'null', '[]', '{"status_reason":7}'])
    expect(readStatusInfo({ other_info })).toEqual({});
});
