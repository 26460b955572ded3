import { expect, test } from 'vitest';
import { noFilters as none, toQuery } from './usage-log-query.ts';

test('only set filters are sent', () => {
  expect(toQuery({ ...none, model_name: 'gpt-4o', type: '2' }, true)).toEqual({
    model_name: 'gpt-4o',
    type: '2',
  });
});

// @spec C111
test('admin filters in the URL are not sent for other users', () => {
  const filters = { ...none, username: 'ana', channel: '3' };
  expect(toQuery(filters, true)).toMatchObject({ username: 'ana', channel: '3' });
  expect(toQuery(filters, false)).toEqual({});
});
