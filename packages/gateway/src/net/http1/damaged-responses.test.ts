import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byUndici, call, startScripted } from '../../testing/provider-calls.ts';
import { createOutbound } from '../outbound.ts';

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

/** Allowed (RFC 9110, section 5.5), but undici compares the body with the length and the space. */
const SPACE_BEHIND_LENGTH = /^content-length:[ \t]*\d+[ \t]+\r$/im;

test('of damaged responses nothing is believed that undici does not read in the same way', async () => {
  const server = await startScripted(() => {});
  const outbound = createOutbound({ allow: ['127.0.0.1/32'] });
  const whole = [
    OK,
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\nx-a: b\r\n\r\n3\r\nabc\r\n4\r\nefgh\r\n0\r\nt: u\r\n\r\n',
    'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\nuntil the end',
    'HTTP/1.1 500 Oops\r\ncontent-length: 3\r\nconnection: close\r\n\r\nbad',
  ];
  const damage = fc.record({
    text: fc.constantFrom(...whole),
    at: fc.nat({ max: 130 }),
    cut: fc.nat({ max: 3 }),
    // Without semicolons: what chunk extensions say is ignored here.
    put: fc.constantFrom(
      '',
      '\r',
      '\n',
      '\r\n',
      ' ',
      '\0',
      ':',
      '0',
      '1',
      'f',
      ',',
      'x',
      '\r\n\r\n',
      '\x80',
      '-',
    ),
  });
  await fc.assert(
    fc.asyncProperty(damage, async ({ text, at, cut, put }) => {
      const damaged = text.slice(0, at) + put + text.slice(at + cut);
      server.script = (socket) => socket.end(damaged, 'latin1');
      const [own, undicis] = [await call(outbound, server.url), await call(outbound, server.url, byUndici)];
      if (own.error || SPACE_BEHIND_LENGTH.test(damaged)) return;
      expect(own, JSON.stringify(damaged)).toEqual({ ...undicis, headers: trimmed(undicis.headers) });
    }),
    { numRuns: Number(process.env.FUZZ ? 5000 : 400) },
  );
  await outbound.close();
  await server.close();
});

/** undici keeps the space behind a value. */
function trimmed(headers: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    JSON.parse(JSON.stringify(value).replace(/[ \t]+"/g, '"')),
  ]);
  return Object.fromEntries(entries);
}
