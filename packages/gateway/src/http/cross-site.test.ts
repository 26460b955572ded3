import { expect, test } from 'vitest';
import { hostOf, refuseCrossSite } from './cross-site.ts';

const own = ['gate.example:3000', ''];

test.each([
  ['our own page', { 'sec-fetch-site': 'same-origin' }],
  ['the address bar', { 'sec-fetch-site': 'none' }],
  ['our own page without TLS', { origin: 'http://gate.example:3000' }],
  ['a program that is no browser', {}],
])('a request is accepted when it comes from %s', (_, headers) => {
  expect(() => refuseCrossSite(headers, own)).not.toThrow();
});

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['a neighbouring subdomain', { 'sec-fetch-site': 'same-site' }],
  ['another site without TLS', { origin: 'http://evil.example' }],
  ['another port', { origin: 'http://gate.example:3001' }],
  ['a sandboxed frame', { origin: 'null' }],
  [
    'our origin from a cross-site fetch',
    { 'sec-fetch-site': 'cross-site', origin: 'http://gate.example:3000' },
  ],
])('a request is refused when it comes from %s', (_, headers) => {
  expect(() => refuseCrossSite(headers, own)).toThrow();
});

test('the host of an address includes the port', () => {
  expect(hostOf('http://a.example:8080/x')).toBe('a.example:8080');
  expect(hostOf('nonsense')).toBe('');
});
