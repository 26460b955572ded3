import type { Zone } from './dns-server.ts';

/** Act as the Internet inside of the test's network. */
export const PUBLIC_V4 = '93.184.216.34';
export const PUBLIC_V6 = '2606:2800:220:1::1';
/** Addresses of the test's network that a gateway must never reach. */
export const PRIVATE = [
  '10.1.2.3',
  '172.16.9.9',
  '192.168.7.7',
  '169.254.169.254',
  '100.64.0.9',
  'fd00:ec2::254',
];

/** Names that resolve to private addresses: at once, among public ones, or from a later query on. */
export const zone: Zone = {
  'public.test': () => [PUBLIC_V4],
  'public6.test': () => [PUBLIC_V6],
  'rebind.test': (question) => [question % 2 === 0 ? PUBLIC_V4 : '127.0.0.1'],
  'rebind-late.test': (question) => [question < 2 ? PUBLIC_V4 : '10.1.2.3'],
  'rebind6.test': (question) => (question % 2 === 0 ? [PUBLIC_V6] : ['::1']),
  'mixed.test': () => [PUBLIC_V4, '127.0.0.1'],
  'mixed6.test': () => [PUBLIC_V4, '::1'],
  'private.test': () => ['10.1.2.3'],
  'metadata.test': () => ['169.254.169.254'],
  'loopback.test': () => ['127.0.0.1'],
  'zero.test': () => ['0.0.0.0'],
  'mapped.test': () => ['::ffff:7f00:1'],
  'nat64.test': () => ['64:ff9b::7f00:1'],
  'sixtofour.test': () => ['2002:7f00:1::'],
  'unique-local.test': () => ['fd00:ec2::254'],
};

/** Every spelling of a private address that a URL can contain, each with a port that listens there. */
export const hosts: readonly string[] = [
  ...Object.keys(zone).filter((name) => !name.startsWith('public')),
  '127.0.0.1',
  'localhost',
  'LOCALHOST',
  'localhost.',
  '127.0.0.1.',
  '0.0.0.0',
  '0',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '127。0。0。1',
  '①②⑦.⓪.⓪.①',
  '%31%32%37.0.0.1',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[fe80::1]',
  '[fec0::1]',
  '[fd00:ec2::254]',
  'a@127.0.0.1',
  'public.test@127.0.0.1',
  '10.1.2.3',
  '167838211',
  '172.16.9.9',
  '192.168.7.7',
  '169.254.169.254',
  '100.64.0.9',
  '224.0.0.1',
  '255.255.255.255',
];
