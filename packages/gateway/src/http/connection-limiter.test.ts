import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createConnectionLimiter } from './connection-limiter.ts';

class FakeSocket extends EventEmitter {
  destroyed = false;
  readonly remoteAddress: string;
  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }
  destroy() {
    this.destroyed = true;
    this.emit('close');
  }
}

function open(limiter: ReturnType<typeof createConnectionLimiter>, address: string) {
  const socket = new FakeSocket(address);
  limiter.enter(socket as unknown as Socket);
  const isOverLimit = (headers = {}, until: EventEmitter = socket) =>
    limiter.hasTooManyConnections({ socket, headers } as unknown as IncomingMessage, until);
  return { socket, isCrowded: isOverLimit };
}

test('connections of an address beyond the limit are refused until others close, and other addresses are not', () => {
  const messages: string[] = [];
  const limiter = createConnectionLimiter({
    trustedProxies: [],
    perAddress: 2,
    onTooManyConnections: (ip) => messages.push(ip),
  });
  const first = open(limiter, '203.0.113.9');
  const others = [open(limiter, '203.0.113.9'), open(limiter, '203.0.113.9')];
  expect([first, ...others].map(({ isCrowded: isOverLimit }) => isOverLimit())).toEqual([false, false, true]);
  expect(open(limiter, '203.0.113.10').isCrowded()).toBe(false);
  expect(messages).toEqual(['203.0.113.9']);
  for (const { socket } of [first, ...others]) socket.destroy();
  expect(open(limiter, '203.0.113.9').isCrowded()).toBe(false);
});

test('a forged X-Forwarded-For does not avoid the limit', () => {
  const limiter = createConnectionLimiter({ trustedProxies: [], perAddress: 1 });
  open(limiter, '203.0.113.9');
  expect(open(limiter, '203.0.113.9').isCrowded({ 'x-forwarded-for': '198.51.100.1' })).toBe(true);
});

test('connections beyond twice the limit are destroyed, and an IPv6 /64 counts as one address', () => {
  const limiter = createConnectionLimiter({ trustedProxies: [], perAddress: 2 });
  const sockets = Array.from({ length: 5 }, (_, n) => open(limiter, `2001:db8:1:2::${n + 1}`));
  expect(sockets.map(({ socket }) => socket.destroyed)).toEqual([false, false, false, false, true]);
});

test('callers behind a trusted proxy are counted each by the forwarded address, also on this machine', () => {
  for (const proxy of ['127.0.0.1', '10.0.0.2']) {
    const limiter = createConnectionLimiter({ trustedProxies: ['10.0.0.0/8', '127.0.0.1'], perAddress: 1 });
    const from = (caller: string, until: EventEmitter) =>
      open(limiter, proxy).isCrowded({ 'x-forwarded-for': caller }, until);
    const call = new EventEmitter();
    expect(from('203.0.113.9', call)).toBe(false);
    expect(from('203.0.113.9', new EventEmitter())).toBe(true);
    expect(from('203.0.113.10', new EventEmitter())).toBe(false);
    call.emit('close');
  }
});

test('programs on this machine are not counted', () => {
  const limiter = createConnectionLimiter({ trustedProxies: [], perAddress: 1 });
  const all = ['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.0.0.1'].map((address) => open(limiter, address));
  expect(all.some(({ isCrowded: isOverLimit }) => isOverLimit())).toBe(false);
});
