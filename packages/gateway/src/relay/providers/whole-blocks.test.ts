import { expect, test } from 'vitest';
import { cloudflareEvents } from './cloudflare-events.ts';
import { MAX_UNFINISHED_BYTES } from './whole-blocks.ts';
import { createUnframer } from './zhipu-frames.ts';

test.each([
  ['Cloudflare', cloudflareEvents],
  ['Zhipu', createUnframer],
])('a line of %s without an end is not gathered for ever', (_, create) => {
  const convert = create();
  const piece = Buffer.alloc(64 * 1024, 'a');
  const endless = () => {
    for (let bytes = 0; bytes <= 2 * MAX_UNFINISHED_BYTES; bytes += piece.length) convert(piece);
  };
  expect(endless).toThrow(RangeError);
});

test('letters and events that are cut in two arrive whole', () => {
  const text = 'event:add\ndata:ein schöner 早晨\n\nevent:finish\ndata:\nmeta:{"task_id":"1"}\n\n';
  const bytes = Buffer.from(text);
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const convert = createUnframer();
    const events = [bytes.subarray(0, cut), bytes.subarray(cut)].map((piece) => convert(piece)).join('');
    expect(events).toBe(createUnframer()(bytes).toString());
    expect(events).toContain('ein schöner 早晨');
  }
});
