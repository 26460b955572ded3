import { expect, test } from 'vitest';
import { parseAddress } from './address.ts';

test.each([
  [undefined, { kind: 'sqlite', file: '/data/tollgate.db' }],
  ['', { kind: 'sqlite', file: '/data/tollgate.db' }],
  ['sqlite:', { kind: 'sqlite', file: '/data/tollgate.db' }],
  ['sqlite:/var/money.db', { kind: 'sqlite', file: '/var/money.db' }],
  ['postgres://a@b/c', { kind: 'postgres', url: 'postgres://a@b/c' }],
  ['postgresql://a@b/c', { kind: 'postgres', url: 'postgresql://a@b/c' }],
  ['mariadb://a@b/c', { kind: 'mysql', url: 'mysql://a@b/c' }],
])('%s is parsed', (url, address) => {
  expect(parseAddress(url, '/data', 'tollgate.db')).toEqual(address);
});

test('an invalid address is refused without repeating its password', () => {
  expect(() => parseAddress('oracle://me:secret@host', '/data', 'x.db')).toThrow(
    /sqlite:, postgres:\/\/ or mysql:\/\//,
  );
  expect(() => parseAddress('oracle://me:secret@host', '/data', 'x.db')).not.toThrow(/secret/);
});
