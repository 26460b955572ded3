import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordedStreams } from '../../testing/recorded-streams.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { plainOf, type Script } from '../../testing/upstream.ts';

let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab({ quota: 10_000_000 });
  await lab.option('RetryTimes', 0);
});
afterAll(() => lab.close());

const packers: [string, (bytes: Buffer) => Buffer, string][] = [
  ['gzip', gzipSync, 'gzip'],
  ['br', brotliCompressSync, 'br'],
  ['deflate', deflateSync, 'deflate'],
  ['deflate without its header', deflateRawSync, 'deflate'],
  ['zstd', zstdCompressSync, 'zstd'],
];

function send(packed: Buffer, coding: string, status = 200, type = 'application/json'): Script {
  return async (_, response) => {
    response.writeHead(status, { 'content-type': type, 'content-encoding': coding });
    const half = Math.floor(packed.length / 2);
    response.write(packed.subarray(0, half));
    await new Promise((resolve) => setTimeout(resolve, 5));
    response.end(packed.subarray(half));
  };
}

test.each(packers)('an answer, an error and a stream packed as %s are unpacked', async (_, pack, coding) => {
  const plain = JSON.stringify(plainOf({ json: { model: 'gpt-4o' } } as never));
  lab.upstream.script = send(pack(Buffer.from(plain)), coding);
  const whole = await lab.chat();
  expect(await whole.text()).toBe(plain);
  expect(whole.headers.get('content-encoding')).toBeNull();

  const error = {
    error: { message: 'too long', type: 'invalid_request_error', code: 'context_length_exceeded' },
  };
  lab.upstream.script = send(pack(Buffer.from(JSON.stringify(error))), coding, 400);
  const refused = await lab.chat();
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('context_length_exceeded');

  const { begin, end } = recordedStreams.openai;
  const events = [...begin, ...end].join('');
  lab.upstream.script = send(pack(Buffer.from(events)), coding, 200, 'text/event-stream');
  const body = { stream: true, stream_options: { include_usage: true } };
  expect(await (await lab.chat(body)).text()).toBe(events);
  expect((await lab.booked()).rows.slice(-2).map(({ completion_tokens }) => completion_tokens)).toEqual([
    7, 3,
  ]);
});

test('a packed stream that breaks off ends with an error behind its text', async () => {
  const { begin } = recordedStreams.openai;
  const packed = gzipSync(Buffer.from(begin.join('')));
  lab.upstream.script = send(packed.subarray(0, packed.length - 6), 'gzip', 200, 'text/event-stream');
  const text = await (await lab.chat({ stream: true })).text();
  expect(text).toContain('three');
  expect(text).toContain('upstream_cut');
});

test('a small answer that unpacks to more than any answer has is refused, and free', async () => {
  const { balance } = await lab.booked();
  lab.upstream.script = send(gzipSync(Buffer.alloc(80 * 1024 * 1024)), 'gzip');
  expect((await lab.chat()).status).toBe(502);
  lab.upstream.script = send(gzipSync(Buffer.alloc(80 * 1024 * 1024)), 'gzip', 200, 'text/event-stream');
  expect((await lab.chat({ stream: true })).status).toBe(502);
  expect((await lab.booked()).balance).toBe(balance);
});

test('an answer in an unknown coding is refused', async () => {
  lab.upstream.script = send(Buffer.from('{"choices":[]}'), 'compress');
  expect((await lab.chat()).status).toBe(502);
});
