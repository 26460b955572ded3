import { expect, test } from 'vitest';
import { createEventReader } from './event-stream.ts';

const stream = ': keep-alive\r\n\r\ndata: {"a":1}\n\nevent: x\ndata:{"b":"你好"}\n\ndata: [DONE]\n\n';

test('events are the same however the stream is split', () => {
  for (let size = 1; size <= stream.length; size++) {
    const read = createEventReader();
    const events: string[] = [];
    for (let from = 0; from < stream.length; from += size)
      events.push(...read(stream.slice(from, from + size)));
    expect(events).toEqual(['{"a":1}', '{"b":"你好"}', '[DONE]']);
  }
});
