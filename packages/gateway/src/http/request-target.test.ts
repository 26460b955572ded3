import { expect, test } from 'vitest';
import { acceptTarget } from './request-target.ts';

test.each([
  ['http://localhost', '/'],
  ['http://localhost?x=1', '/?x=1'],
  ['https://localhost:443/v1/models', '/v1/models'],
  ['HTTP://LOCALHOST:/livez', '/livez'],
  ['//localhost/livez', '//localhost/livez'],
  ['*', '*'],
])('a request target of the form %s is read as %s', (url, path) => {
  const request = { url, headers: { host: 'localhost' } };
  expect([acceptTarget(request), request.url]).toEqual([true, path]);
});

test.each(['http://', 'http:///livez', 'http://localhost:80:80/', 'localhost:80', 'http://localhost#x', ''])(
  'a request target of the form "%s" is refused',
  (url) => {
    expect(acceptTarget({ url, headers: { host: 'localhost' } })).toBe(false);
  },
);
