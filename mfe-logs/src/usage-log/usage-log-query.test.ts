import { expect, test } from 'vitest';
import { defaultRange, noFilters as none, toQuery } from './usage-log-query.ts';

const range = { start: 100, end: 200 };

test('J083 J084 the log opens with today since midnight, and ends one hour ahead', () => {
  const now = new Date(2026, 2, 1, 9, 5, 30);
  const { start, end } = defaultRange(now);
  expect(new Date(start * 1000)).toEqual(new Date(2026, 2, 1, 0, 0, 0));
  expect(new Date(end * 1000)).toEqual(new Date(2026, 2, 1, 10, 5, 30));
});

test('only what was filled in is asked for', () => {
  expect(toQuery({ ...none, model_name: 'gpt-4o', type: '2' }, range, true)).toEqual({
    start_timestamp: 100,
    end_timestamp: 200,
    model_name: 'gpt-4o',
    type: '2',
  });
});

test('C111 filters of admins are not sent for others, also when the address bar holds them', () => {
  const filters = { ...none, username: 'ana', channel: '3' };
  expect(toQuery(filters, range, true)).toMatchObject({ username: 'ana', channel: '3' });
  expect(Object.keys(toQuery(filters, range, false))).toEqual(['start_timestamp', 'end_timestamp']);
});

test('a range in the address bar counts, anything else there means the default one', () => {
  expect(toQuery({ ...none, time: '150-180' }, range, false)).toEqual({
    start_timestamp: 150,
    end_timestamp: 180,
  });
  expect(toQuery({ ...none, time: 'yesterday' }, range, false)).toEqual({
    start_timestamp: 100,
    end_timestamp: 200,
  });
});
