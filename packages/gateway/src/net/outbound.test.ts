import { lookup as systemLookup } from 'node:dns';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPublicAddress, parseAllowList } from './addresses.ts';
import type { Resolve } from './guard.ts';
import { createOutbound, type Outbound } from './outbound.ts';

let canary: Server;
let port: number;
let hits = 0;
const open: Outbound[] = [];

beforeAll(async () => {
  canary = createServer((request, response) => {
    hits += 1;
    if (request.url === '/away') response.writeHead(302, { location: `http://127.0.0.1:${port}/inside` });
    response.end('secret');
  });
  await new Promise<void>((resolve) => canary.listen(0, '::', resolve));
  port = (canary.address() as AddressInfo).port;
});

afterAll(async () => {
  await Promise.all(open.map((outbound) => outbound.close()));
  canary.close();
});

test('no spelling of a private address is dialled, for any purpose', async () => {
  const outbound = guarded();
  const before = hits;
  for (const url of hostileUrls(port))
    await expect(outbound.request('channel', url, { timeoutMs: 3000 }), url).rejects.toThrow();
  for (const url of hostileUrls(port))
    await expect(outbound.request('image', url, { timeoutMs: 3000 }), url).rejects.toThrow();
  expect(hits).toBe(before);
  expect(hostileUrls(port).length).toBeGreaterThanOrEqual(42);
});

test('a name is checked by the same resolution that is dialled', async () => {
  const answers = ['93.184.216.34', '127.0.0.1'].map((address) => [{ address, family: 4 }]);
  const outbound = guarded((_name, _options, done) => done(null, answers.pop() ?? []));
  const before = hits;
  const request = outbound.request('channel', `http://rebind.test:${port}/`);
  await expect(request).rejects.toMatchObject({ code: 'OUTBOUND_BLOCKED' });
  expect(hits).toBe(before);
});

test('a redirect is returned as the response and never followed', async () => {
  const outbound = remember(createOutbound({ allow: ['127.0.0.1/32'] }));
  const before = hits;
  const answer = await outbound.request('channel', `http://127.0.0.1:${port}/away`);
  expect(answer.status).toBe(302);
  expect(hits).toBe(before + 1);
});

test('traces reach the private collector that the environment names, and nothing else does', async () => {
  const url = `http://127.0.0.1:${port}/v1/traces`;
  const outbound = remember(createOutbound({ traceUrl: url }));
  expect((await outbound.request('traces', url)).status).toBe(200);
  for (const purpose of ['channel', 'image', 'update', 'prices'] as const)
    await expect(outbound.request(purpose, url), purpose).rejects.toThrow();
  const elsewhere = remember(createOutbound({ traceUrl: 'http://127.0.0.1:4318/v1/traces' }));
  await expect(elsewhere.request('traces', url)).rejects.toMatchObject({ code: 'OUTBOUND_BLOCKED' });
});

test('only channels reach a private address, after root allowed that host and port', async () => {
  const url = `http://127.0.0.1:${port}/`;
  const outbound = remember(createOutbound({ privateHosts: () => [`127.0.0.1:${port}`] }));
  expect((await outbound.request('channel', url)).text).toBe('secret');
  await expect(outbound.request('image', url)).rejects.toThrow('refused');
  const other = remember(createOutbound({ privateHosts: () => [`127.0.0.1:${port + 1}`] }));
  await expect(other.request('channel', url)).rejects.toThrow('refused');
});

test("a name that root allowed cannot lead to the machine's credentials", async () => {
  const hosts = ['metadata.test:80', 'mapped-metadata.test:80', '169.254.169.254:80', '169.254.0.0/16'];
  const outbound = remember(createOutbound({ privateHosts: () => hosts, lookup: fakeLookup }));
  for (const host of ['metadata.test', 'mapped-metadata.test', '169.254.169.254'])
    await expect(outbound.request('channel', `http://${host}/`)).rejects.toThrow('refused');
});

test('a host that root removes from the list is unreachable at once, also on open connections', async () => {
  let hosts = [`localhost:${port}`];
  const outbound = remember(createOutbound({ privateHosts: () => hosts }));
  expect((await outbound.request('channel', `http://localhost:${port}/`)).status).toBe(200);
  hosts = [];
  await expect(outbound.request('channel', `http://localhost:${port}/`)).rejects.toThrow('refused');
});

test("a provider's open calls do not delay the next one", async () => {
  const calls = 1100;
  const openResponses: ServerResponse[] = [];
  const provider = createServer((_request, response) => void openResponses.push(response));
  await new Promise<void>((resolve) =>
    provider.listen({ port: 0, host: '127.0.0.1', backlog: calls }, resolve),
  );
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/`;
  const outbound = remember(createOutbound({ allow: ['127.0.0.1/32'] }));
  const answers = Array.from({ length: calls }, () =>
    outbound.request('channel', url, { timeoutMs: 60_000 }),
  );
  await expect.poll(() => openResponses.length, { timeout: 60_000 }).toBe(calls);
  for (const response of openResponses) response.end('there');
  expect((await Promise.all(answers)).every(({ text }) => text === 'there')).toBe(true);
  provider.close();
}, 120_000);

test('webhooks of users use https only', async () => {
  await expect(guarded().request('user_webhook', 'http://example.com/')).rejects.toThrow('scheme');
});

test('a response larger than allowed is cut off, also by its unpacked size', async () => {
  const outbound = remember(createOutbound({ allow: ['127.0.0.1/32'] }));
  await expect(outbound.request('channel', `http://127.0.0.1:${port}/`, { maxBytes: 3 })).rejects.toThrow(
    'too large',
  );
});

test('no address of a special network counts as public', () => {
  fc.assert(
    fc.property(specialAddress, (address) => !isPublicAddress(address)),
    { numRuns: 5000 },
  );
});

test('only global unicast counts as public in IPv6', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      if (!isPublicAddress(address)) return true;
      const first = Number.parseInt(address.split(':')[0] || '0', 16);
      return first >= 0x2000 && first <= 0x3fff;
    }),
    { numRuns: 5000 },
  );
});

test('an invalid allow-list entry is named in the error', () => {
  for (const entry of ['10.0.0.0/33', 'host/8', '127.0.0.1:99999', 'http://x'])
    expect(() => parseAllowList([entry]), entry).toThrow(entry);
  const list = parseAllowList(['10.0.0.0/8:80', '[fd00::1]:11434', 'runner.local:11434', 'fd12::/16']);
  expect(list.allows('10.1.2.3', '10.1.2.3', 80)).toBe(true);
  expect(list.allows('10.1.2.3', '10.1.2.3', 81)).toBe(false);
  expect(list.allows('fd00::1', 'fd00::1', 11434)).toBe(true);
  expect(list.allows('runner.local', '192.168.0.9', 11434)).toBe(true);
  expect(list.allows('fd12::9', 'fd12::9', 443)).toBe(true);
});

function guarded(lookup: Resolve = fakeLookup): Outbound {
  return remember(createOutbound({ lookup }));
}

function remember(outbound: Outbound): Outbound {
  open.push(outbound);
  return outbound;
}

const fakeLookup: Resolve = (name, options, done) => {
  const addresses = fakeNames[name];
  if (addresses)
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  else systemLookup(name, options, done);
};

const fakeNames: Record<string, string[]> = {
  'mixed.test': ['93.184.216.34', '127.0.0.1'],
  'private.test': ['10.1.2.3'],
  'metadata.test': ['169.254.169.254'],
  'mapped-metadata.test': ['::ffff:169.254.169.254'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'empty.test': [],
};

const specialAddress = fc.oneof(
  fc
    .tuple(fc.constantFrom('0', '10', '127', '224', '240', '255'), byte(), byte(), byte())
    .map((p) => p.join('.')),
  fc.tuple(fc.constant('100'), fc.integer({ min: 64, max: 127 }), byte(), byte()).map((p) => p.join('.')),
  fc.tuple(fc.constant('172'), fc.integer({ min: 16, max: 31 }), byte(), byte()).map((p) => p.join('.')),
  fc.tuple(fc.constantFrom('192.168', '169.254', '198.18', '198.19'), byte(), byte()).map((p) => p.join('.')),
  fc.tuple(fc.constantFrom('::ffff:', '64:ff9b::', '::'), fc.ipV4()).map((p) => p.join('')),
  fc
    .tuple(fc.constantFrom('fc00', 'fd00', 'fe80', 'fec0', 'ff02', '2002', '2001:db8'), hex())
    .map(([a, b]) => `${a}::${b}`),
);

function byte() {
  return fc.integer({ min: 0, max: 255 });
}

function hex() {
  return fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
}

function hostileUrls(at: number): string[] {
  const hosts = [
    '127.0.0.1',
    'localhost',
    '0.0.0.0',
    '0',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:127.0.0.1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fec0::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '①②⑦.⓪.⓪.①',
    '127.0.0.1.',
    'localhost.',
    'a@127.0.0.1',
    'example.com@127.0.0.1',
    'mixed.test',
    'private.test',
    'mapped.test',
    'empty.test',
    '127。0。0。1',
    'LOCALHOST',
  ];
  return [
    ...hosts.map((host) => `http://${host}:${at}/`),
    'http://169.254.169.254/latest/',
    'http://100.100.100.200/',
    'http://10.0.0.1/',
    'http://172.31.255.1/',
    'http://192.168.1.1/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    `http:\\\\127.0.0.1:${at}\\`,
    `http://127.0.0.1:${at}#@example.com/`,
    'file:///etc/passwd',
    'gopher://127.0.0.1:6379/_x',
    'data:text/plain,x',
    `https://127.0.0.1:${at}/`,
    `//127.0.0.1:${at}/`,
    '',
  ];
}
