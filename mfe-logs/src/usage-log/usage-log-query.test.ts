import { expect, test } from 'vitest';
import { defaultRange, noFilters as none, toQuery } from './usage-log-query.ts';

const range = { start: 100, end: 200 };

// @spec J083 J084
test('the log opens with today since midnight and ends one hour ahead', () => {
  const now = new Date(2026, 2, 1, 9, 5, 30);
  const { start, end } = defaultRange(now);
  expect(new Date(start * 1000)).toEqual(new Date(2026, 2, 1, 0, 0, 0));
  expect(new Date(end * 1000)).toEqual(new Date(2026, 2, 1, 10, 5, 30));
});

test('only set filters are sent', () => {
  expect(toQuery({ ...none, model_name: 'gpt-4o', type: '2' }, range, true)).toEqual({
    start_timestamp: 100,
    end_timestamp: 200,
    model_name: 'gpt-4o',
    type: '2',
  });
});

// @spec C111
test('admin filters in the URL are not sent for other users', () => {
  const filters = { ...none, username: 'ana', channel: '3' };
  expect(toQuery(filters, range, true)).toMatchObject({ username: 'ana', channel: '3' });
  expect(Object.keys(toQuery(filters, range, false))).toEqual(['start_timestamp', 'end_timestamp']);
});

test('a range in the URL is used, and an invalid one falls back to the default', () => {
  expect(toQuery({ ...none, time: '150-180' }, range, false)).toEqual({
    start_timestamp: 150,
    end_timestamp: 180,
  });
  expect(toQuery({ ...none, time: 'yesterday' }, range, false)).toEqual({
    start_timestamp: 100,
    end_timestamp: 200,
  });
});
