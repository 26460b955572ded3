import { expect, test } from 'vitest';
import { recordingOf } from './recording.ts';

/** The header of a WAV file. `statedRate` is the number that decoders ignore. */
function wave(statedRate: number, more: { junk?: boolean; format?: number } = {}): Buffer {
  const format = Buffer.alloc(24);
  format.write('fmt ');
  format.writeUInt32LE(16, 4);
  format.writeUInt16LE(more.format ?? 1, 8);
  format.writeUInt16LE(1, 10);
  format.writeUInt32LE(8000, 12);
  format.writeUInt32LE(statedRate, 16);
  format.writeUInt16LE(8, 22);
  const fake = Buffer.from(format);
  fake.writeUInt32LE(96_000, 12);
  const junk = Buffer.alloc(8);
  junk.write('JUNK');
  junk.writeUInt32LE(fake.length, 4);
  const head = Buffer.from('RIFF\0\0\0\0WAVE', 'latin1');
  return Buffer.concat([head, ...(more.junk ? [junk, fake] : []), format, Buffer.alloc(80_000)]);
}

/** Frames of MPEG 2 at 24 kHz; the second number chooses the bit rate. */
function mpeg(count: number, rate: number, bytes: number): Buffer {
  const frame = Buffer.alloc(bytes);
  frame.set([0xff, 0xf3, (rate << 4) | 0x04]);
  return Buffer.concat(Array.from({ length: count }, () => frame));
}

test('a WAV file is as long as its samples when its header states a higher rate', () => {
  expect(recordingOf(wave(768_000)).mostSeconds).toBeCloseTo(10, 1);
});

test('a WAV file is as long as its samples when another chunk contains a format', () => {
  expect(recordingOf(wave(8000, { junk: true })).mostSeconds).toBeCloseTo(10, 1);
});

test('a WAV file is bounded by its size when it is compressed', () => {
  const file = wave(8000, { format: 0x55 });
  expect(recordingOf(file).mostSeconds).toBe(file.length / 750);
});

test('an MP3 file is as long as its frames when only the first has a high rate', () => {
  const file = Buffer.concat([mpeg(1, 14, 480), mpeg(1000, 1, 24)]);
  expect(recordingOf(file).mostSeconds).toBeCloseTo(1001 * 0.024, 5);
});

test('bytes behind the frames of an MP3 file count at the lowest rate', () => {
  const file = Buffer.concat([mpeg(10, 14, 480), Buffer.alloc(7500)]);
  expect(recordingOf(file).mostSeconds).toBeCloseTo(0.24 + 10, 5);
});

test('frames beyond two hours of an MP3 file count at the lowest rate', () => {
  const file = mpeg(260_000, 1, 24);
  expect(recordingOf(file).mostSeconds).toBeCloseTo(250_000 * 0.024 + (10_000 * 24) / 750, 2);
});

test('files of other formats are bounded by the lowest rate of speech', () => {
  expect(recordingOf(Buffer.alloc(75_000)).mostSeconds).toBe(100);
});
