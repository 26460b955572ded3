import { expect, test } from 'vitest';
import { createAddressReader } from './client-address.ts';

const behindProxy = createAddressReader(['10.0.0.0/8', '::1']);
const bare = createAddressReader([]);

test('a forged X-Forwarded-For changes nothing when no proxy is trusted', () => {
  const read = bare('203.0.113.9', { 'x-forwarded-for': '1.2.3.4', 'x-forwarded-proto': 'https', host: 'h' });
  expect(read).toEqual({
    ...{ ip: '203.0.113.9', sameMachine: false, local: false, secure: false, host: 'h' },
  });
});

test('the rightmost address that is no trusted proxy is the caller behind trusted proxies', () => {
  const headers = { 'x-forwarded-for': '6.6.6.6, 203.0.113.9, 10.1.1.1', 'x-forwarded-proto': 'https' };
  expect(behindProxy('10.0.0.2', headers)).toMatchObject({ ip: '203.0.113.9', secure: true, local: false });
  expect(behindProxy('::ffff:10.0.0.2', headers).ip).toBe('203.0.113.9');
});

test('the address of the peer is used when the header is invalid', () => {
  expect(behindProxy('10.0.0.2', { 'x-forwarded-for': 'unknown' }).ip).toBe('10.0.0.2');
  expect(behindProxy('10.0.0.2', {}).ip).toBe('10.0.0.2');
});

const browser = { connection: 'keep-alive', 'sec-fetch-site': 'same-origin' };

test('only a browser on this machine is local', () => {
  const host = 'localhost:3000';
  expect(bare('127.0.0.1', { ...browser, host }).local).toBe(true);
  expect(bare('::ffff:127.0.0.1', { ...browser, host }).local).toBe(true);
  expect(bare('127.0.0.1', { ...browser, host, 'x-forwarded-for': '127.0.0.1' }).local).toBe(false);
  expect(bare('127.0.0.1', { ...browser, host, forwarded: 'for=1.2.3.4' }).local).toBe(false);
  expect(bare('192.168.1.2', { ...browser, host }).local).toBe(false);
  expect(bare('127.0.0.1', { ...browser, host: 'evil.example' })).toMatchObject({
    sameMachine: true,
    local: false,
  });
});

test.each(['localhost', '127.0.0.1', '127.255.0.9:80', '[::1]:3000'])('%s is a loopback name', (host) => {
  expect(bare('127.0.0.1', { ...browser, host }).local).toBe(true);
});

test.each([
  ...['127.0.0.256', '127.1.2.3.4', '127.', '127.1', '127.0.0', '127.0.0.1.', '127.0.0.01', '127.0.0.999'],
  ...['128.0.0.1', 'a.localhost', 'localhost.', 'localhost:', '::1', '[::1', '[::ffff:127.0.0.1]', ''],
])('"%s" is no loopback name', (host) => {
  expect(bare('127.0.0.1', { ...browser, host }).local).toBe(false);
  const origin = `http://${host}`;
  expect(bare('127.0.0.1', { ...browser, host: 'localhost', origin }).local).toBe(false);
});
