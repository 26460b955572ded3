import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { disk } from '../../testing/full-disk.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion } from '../../testing/upstream.ts';

vi.mock('node:fs', async (importOriginal) => {
  const { fillable } = await import('../../testing/full-disk.ts');
  return fillable(await importOriginal());
});

let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab();
  lab.upstream.script = completion();
});
afterAll(() => lab.close());
afterEach(() => {
  disk.isFull = false;
});

test.each([false, true])(
  'a call gets 503 with Retry-After when the disk is full (stream: %s)',
  async (stream) => {
    disk.isFull = true;
    const refused = await lab.chat({ stream });
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('2');
    expect(await refused.json()).toHaveProperty('error.message');
    disk.isFull = false;
    expect((await lab.chat({ stream })).status).toBe(200);
  },
);
