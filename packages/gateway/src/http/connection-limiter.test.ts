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

function open(crowds: ReturnType<typeof createConnectionLimiter>, address: string) {
  const socket = new FakeSocket(address);
  crowds.enter(socket as unknown as Socket);
  const isCrowded = (headers = {}, until: EventEmitter = socket) =>
    crowds.hasTooManyConnections({ socket, headers } as unknown as IncomingMessage, until);
  return { socket, isCrowded };
}

test('connections of an address beyond the limit are refused until others close, and other addresses are not', () => {
  const heard: string[] = [];
  const crowds = createConnectionLimiter({
    trustedProxies: [],
    perAddress: 2,
    onTooManyConnections: (ip) => heard.push(ip),
  });
  const first = open(crowds, '203.0.113.9');
  const others = [open(crowds, '203.0.113.9'), open(crowds, '203.0.113.9')];
  expect([first, ...others].map(({ isCrowded }) => isCrowded())).toEqual([false, false, true]);
  expect(open(crowds, '203.0.113.10').isCrowded()).toBe(false);
  expect(heard).toEqual(['203.0.113.9']);
  for (const { socket } of [first, ...others]) socket.destroy();
  expect(open(crowds, '203.0.113.9').isCrowded()).toBe(false);
});

test('a forged X-Forwarded-For does not avoid the limit', () => {
  const crowds = createConnectionLimiter({ trustedProxies: [], perAddress: 1 });
  open(crowds, '203.0.113.9');
  expect(open(crowds, '203.0.113.9').isCrowded({ 'x-forwarded-for': '198.51.100.1' })).toBe(true);
});

test('connections beyond twice the limit are destroyed, and an IPv6 /64 counts as one address', () => {
  const crowds = createConnectionLimiter({ trustedProxies: [], perAddress: 2 });
  const sockets = Array.from({ length: 5 }, (_, n) => open(crowds, `2001:db8:1:2::${n + 1}`));
  expect(sockets.map(({ socket }) => socket.destroyed)).toEqual([false, false, false, false, true]);
});

test('callers behind a trusted proxy are counted each by the forwarded address, also on this machine', () => {
  for (const proxy of ['127.0.0.1', '10.0.0.2']) {
    const crowds = createConnectionLimiter({ trustedProxies: ['10.0.0.0/8', '127.0.0.1'], perAddress: 1 });
    const from = (caller: string, until: EventEmitter) =>
      open(crowds, proxy).isCrowded({ 'x-forwarded-for': caller }, until);
    const call = new EventEmitter();
    expect(from('203.0.113.9', call)).toBe(false);
    expect(from('203.0.113.9', new EventEmitter())).toBe(true);
    expect(from('203.0.113.10', new EventEmitter())).toBe(false);
    call.emit('close');
  }
});

test('programs on this machine are not counted', () => {
  const crowds = createConnectionLimiter({ trustedProxies: [], perAddress: 1 });
  const all = ['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.0.0.1'].map((address) => open(crowds, address));
  expect(all.some(({ isCrowded }) => isCrowded())).toBe(false);
});
