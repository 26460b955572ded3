import { expect, test } from 'vitest';
import { windowAt } from './window-time.ts';

function windowOf(window: string, zone: string, at: string) {
  const { startsAt, resetsAt } = windowAt(window, zone, Date.parse(at) / 1000);
  return [startsAt, resetsAt].map((seconds) => new Date(seconds * 1000).toISOString().replace('.000', ''));
}

test.each([
  ['an ordinary day', 'day', 'UTC', '2026-11-25T23:59:59Z', '2026-11-25T00:00:00Z', '2026-11-26T00:00:00Z'],
  [
    'a day ahead of UTC',
    'day',
    'Asia/Shanghai',
    '2026-11-25T16:00:00Z',
    '2026-11-25T16:00:00Z',
    '2026-11-26T16:00:00Z',
  ],
  [
    'a day of 23 hours',
    'day',
    'Europe/Berlin',
    '2026-03-29T12:00:00Z',
    '2026-03-28T23:00:00Z',
    '2026-03-29T22:00:00Z',
  ],
  [
    'a day of 25 hours',
    'day',
    'Europe/Berlin',
    '2026-10-25T12:00:00Z',
    '2026-10-24T22:00:00Z',
    '2026-10-25T23:00:00Z',
  ],
  [
    'a day without midnight',
    'day',
    'Africa/Cairo',
    '2026-04-24T12:00:00Z',
    '2026-04-23T22:00:00Z',
    '2026-04-24T21:00:00Z',
  ],
  [
    'the day before one without midnight',
    'day',
    'Africa/Cairo',
    '2026-04-23T12:00:00Z',
    '2026-04-22T22:00:00Z',
    '2026-04-23T22:00:00Z',
  ],
  [
    'a day with midnight twice',
    'day',
    'America/Havana',
    '2026-11-01T12:00:00Z',
    '2026-11-01T04:00:00Z',
    '2026-11-02T05:00:00Z',
  ],
  [
    'a week from Monday',
    'week',
    'UTC',
    '2026-11-25T12:00:00Z',
    '2026-11-23T00:00:00Z',
    '2026-11-30T00:00:00Z',
  ],
  [
    'a week on its Sunday',
    'week',
    'UTC',
    '2026-11-29T23:59:59Z',
    '2026-11-23T00:00:00Z',
    '2026-11-30T00:00:00Z',
  ],
  [
    'a week over a clock change',
    'week',
    'Europe/Berlin',
    '2026-03-26T12:00:00Z',
    '2026-03-22T23:00:00Z',
    '2026-03-29T22:00:00Z',
  ],
  [
    'a week over a new year',
    'week',
    'UTC',
    '2027-01-02T00:00:00Z',
    '2026-12-28T00:00:00Z',
    '2027-01-04T00:00:00Z',
  ],
  [
    'a month of 28 days',
    'month',
    'UTC',
    '2027-02-28T23:59:59Z',
    '2027-02-01T00:00:00Z',
    '2027-03-01T00:00:00Z',
  ],
  [
    'a month of 29 days',
    'month',
    'UTC',
    '2028-02-29T23:59:59Z',
    '2028-02-01T00:00:00Z',
    '2028-03-01T00:00:00Z',
  ],
  [
    'a month of 30 days',
    'month',
    'UTC',
    '2026-11-30T23:59:59Z',
    '2026-11-01T00:00:00Z',
    '2026-12-01T00:00:00Z',
  ],
  [
    'a month of 31 days over a clock change',
    'month',
    'America/New_York',
    '2026-03-31T12:00:00Z',
    '2026-03-01T05:00:00Z',
    '2026-04-01T04:00:00Z',
  ],
  [
    'a month at the end of a year',
    'month',
    'Asia/Shanghai',
    '2026-12-31T16:00:00Z',
    '2026-12-31T16:00:00Z',
    '2027-01-31T16:00:00Z',
  ],
  [
    'an hour of a zone with half hours',
    'hour',
    'Asia/Kolkata',
    '2026-11-25T10:15:00Z',
    '2026-11-25T09:30:00Z',
    '2026-11-25T10:30:00Z',
  ],
  ['a minute', 'minute', 'UTC', '2026-11-25T10:15:59Z', '2026-11-25T10:15:00Z', '2026-11-25T10:16:00Z'],
])('%s begins and ends by the clock of its time zone', (_, window, zone, at, starts, resets) => {
  expect(windowOf(window, zone, at)).toEqual([starts, resets]);
});

test.each([
  'Europe/Berlin',
  'America/Havana',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'America/Sao_Paulo',
])('the days of %s follow each other without a gap for two years of clock changes', (zone) => {
  let { startsAt, resetsAt } = windowAt('day', zone, Date.parse('2010-06-01T00:00:00Z') / 1000);
  for (let day = 0; day < 760; day += 1) {
    expect(windowAt('day', zone, resetsAt - 1)).toMatchObject({ startsAt, resetsAt });
    const next = windowAt('day', zone, resetsAt);
    expect(next.startsAt).toBe(resetsAt);
    ({ startsAt, resetsAt } = next);
    expect(resetsAt - startsAt).toBeGreaterThanOrEqual(23 * 3600);
  }
});

test('a rolling window has a length, and forever has no end', () => {
  expect(windowAt('rolling:5', 'Europe/Berlin', 1_000_000)).toEqual({
    startsAt: 0,
    resetsAt: 0,
    period: 18_000,
  });
  expect(windowAt('forever', 'UTC', 1_000_000)).toEqual({ startsAt: 0, resetsAt: 0, period: 0 });
});
