import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Unpacker } from './unpacker.ts';

const text = 'data: one\n\ndata: two\n\ndata: three\n\n';
const packers: [string, (bytes: Buffer) => Buffer][] = [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
];

function collect(coding: string) {
  const received: Buffer[] = [];
  let end: (error?: Error) => void;
  const ended = new Promise<Error | undefined>((resolve) => {
    end = resolve;
  });
  const unpacker = Unpacker.create(coding, {
    onBytes: (bytes) => received.push(bytes),
    onEnd: (error) => end(error),
  }) as Unpacker;
  return { unpacker, ended, text: () => Buffer.concat(received).toString() };
}

test.each(packers)('%s that arrives at once is unpacked', async (coding, pack) => {
  const { unpacker, ended, text: received } = collect(coding);
  const packed = pack(Buffer.from(text));
  for (const byte of packed) unpacker.write(Buffer.from([byte]));
  unpacker.end();
  expect(await ended).toBeUndefined();
  expect(received()).toBe(text);
});

test.each([false, true])('what arrived before a cut is received (paused: %s)', async (isPaused) => {
  const { unpacker, ended, text: received } = collect('gzip');
  const packed = gzipSync(Buffer.from(text));
  unpacker.write(packed.subarray(0, 20));
  if (isPaused) unpacker.pause();
  unpacker.write(packed.subarray(20, -6));
  unpacker.end();
  if (isPaused) unpacker.resume();
  expect((await ended)?.message).toContain('unexpected end');
  expect(received()).toBe(text);
});

test('a connection that breaks off ends with its own error, behind all text', async () => {
  const { unpacker, ended, text: received } = collect('gzip');
  const packed = gzipSync(Buffer.from(text));
  unpacker.write(packed.subarray(0, 20));
  unpacker.write(packed.subarray(20, -6));
  unpacker.end(new Error('the provider hung up'));
  expect((await ended)?.message).toBe('the provider hung up');
  expect(received()).toBe(text);
});
