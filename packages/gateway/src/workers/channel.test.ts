import { duplexPair } from 'node:stream';
import { expect, test } from 'vitest';
import { findStorageFull } from '../core/storage-full.ts';
import { isRowError } from '../db/row-error.ts';
import { openChannel } from './channel.ts';

type Far = {
  double(text: string): string;
  fail(code: string): Promise<never>;
  refuse(nothing: null): never;
  note(text: string): void;
};

function openPair() {
  const [near, far] = duplexPair();
  const noted: string[] = [];
  openChannel(far, {
    double: (text: string) => text + text,
    fail: (code: string) => Promise.reject(Object.assign(new Error('no room'), { code })),
    refuse() {
      throw new TypeError('SQLite3 can only bind numbers');
    },
    note: (text: string) => noted.push(text),
  });
  return { near, far, noted, channel: openChannel<Far>(near, {}) };
}

test('questions get their own answers, also large ones and many at once', async () => {
  const { channel } = openPair();
  const texts = [
    '',
    '密钥',
    'x'.repeat(300_000),
    ...Array.from({ length: 50 }, (_, index) => `text ${index}`),
  ];
  const answers = await Promise.all(texts.map((text) => channel.ask('double', text)));
  expect(answers).toEqual(texts.map((text) => text + text));
});

test('messages arrive in their order, however the pipe cuts them', async () => {
  const [near, middle] = duplexPair();
  const [edge, far] = duplexPair();
  middle.on('data', (piece: Buffer) => {
    for (const byte of piece) edge.write(Buffer.of(byte));
  });
  const noted: string[] = [];
  openChannel(far, { note: (text: string) => noted.push(text) });
  const channel = openChannel<Pick<Far, 'note'>>(near, {});
  channel.tell('note', 'one');
  channel.tell('note', 'two ✓');
  await new Promise((resolve) => setImmediate(resolve));
  channel.tell('note', 'three');
  await expect.poll(() => noted).toEqual(['one', 'two ✓', 'three']);
});

test('a failure at the far end keeps what tells failures apart', async () => {
  const { channel } = openPair();
  const full = await channel.ask('fail', 'SQLITE_FULL').catch((error: unknown) => error);
  expect(findStorageFull(full)).toBe('SQLITE_FULL');
  expect(full).toMatchObject({ message: 'no room' });
  const refused = await channel.ask('refuse', null).catch((error: unknown) => error);
  expect(isRowError(refused)).toBe(true);
});

test('open and later questions fail when the far end is gone', async () => {
  const { channel, near } = openPair();
  const open = channel.ask('double', 'never answered');
  near.destroy();
  await expect(open).rejects.toThrow('gone');
  await channel.closed;
  await expect(channel.ask('double', 'late')).rejects.toThrow('gone');
});
