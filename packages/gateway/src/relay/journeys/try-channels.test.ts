import { setTimeout as sleep } from 'node:timers/promises';
import { createLimit, deleteLimit } from '@tollgate/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeKeyring } from '../../testing/factories.ts';
import { freePort } from '../../testing/free-port.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import {
  type Fault,
  startThreeWayProvider,
  type ThreeWayProvider,
  type Way,
  ways,
} from '../../testing/three-ways.ts';

const FIRST = 'sk-first-key-0001';
const SPARE = 'sk-spare-key-0001';
const KEYS = ['sk-ring-key-0001', 'sk-ring-key-0002'] as const;
const SILENCE_MS = 300;
/** Time for the gateway to notice that a connection is closed. */
const NOTICE_MS = 200;
const refusal = (message: string, code: string) => ({ error: { message, code } });
let lab: RelayLab;
let provider: ThreeWayProvider;

beforeAll(async () => {
  provider = await startThreeWayProvider();
  lab = await startRelayLab({ channel: false, quota: 1_000_000_000, silenceMs: SILENCE_MS });
});
afterAll(async () => {
  await lab.close();
  await provider.close();
});

beforeEach(async () => {
  for (const table of ['abilities', 'channel_keys', 'channels'] as const)
    await lab.ctx.db.deleteFrom(table).execute();
  await lab.ctx.logDb.deleteFrom('attempts').execute();
  await lab.option('RetryTimes', 2);
  lab.ctx.revisions.announce('channels');
  provider.fault = () => 'none';
  provider.keys.length = 0;
});

const attempts = () => lab.ctx.logDb.selectFrom('attempts').select(['channel_id', 'status']).execute();
const fails = (fault: Fault, keys: readonly string[] = [FIRST]) => {
  provider.fault = (key) => (keys.includes(key) ? fault : 'none');
};
const draftFor = ({ channel }: Way) => ({
  ...channel,
  base_url: provider.url,
  status_code_mapping: '{"418":"503"}',
});

describe.each(Object.entries(ways))('%s', (_, way) => {
  const { call } = way;
  const channel = (key: string, priority: number, base_url = provider.url) =>
    lab.channel({ ...draftFor(way), base_url, key, priority });

  test.each<[string, Fault, boolean]>([
    ['500', { status: 500 }, true],
    ['503', { status: 503 }, true],
    ['429', { status: 429 }, true],
    ['401 for its key', { status: 401, body: refusal('Incorrect key', 'invalid_api_key') }, true],
    ['404', { status: 404 }, true],
    ['307', { status: 307 }, true],
    ['a status that the channel maps', { status: 418 }, true],
    ['a closed connection', 'reset', true],
    ['nothing', 'silence', true],
    ['400', { status: 400, body: refusal('too long', 'too_long') }, false],
    ['408', { status: 408 }, false],
    ['504', { status: 504 }, false],
  ])('goes on to the next channel when that may help, after %s', async (_name, fault, goesOn) => {
    const first = await channel(FIRST, 1);
    await channel(SPARE, 0);
    fails(fault);
    expect((await call(lab)).isServed).toBe(goesOn);
    expect(provider.keys).toEqual(goesOn ? [FIRST, SPARE] : [FIRST]);
    const status = typeof fault === 'object' ? fault.status : 0;
    const saved = status === 418 ? 503 : status;
    await expect.poll(attempts).toEqual([{ channel_id: first, status: saved }]);
  });

  test('goes on when the connection is refused', async () => {
    await channel(FIRST, 1, `http://127.0.0.1:${await freePort()}`);
    await channel(SPARE, 0);
    expect((await call(lab)).isServed).toBe(true);
    expect(provider.keys).toEqual([SPARE]);
  });

  test('ends with the last error when no channel serves it', async () => {
    await channel(FIRST, 1);
    await channel(SPARE, 0);
    fails({ status: 500, body: refusal('all is broken', 'broken') }, [FIRST, SPARE]);
    const { isServed, text } = await call(lab);
    expect([isServed, text]).toEqual([false, expect.stringContaining('all is broken')]);
    expect(text).not.toMatch(/sk-(first|spare)/);
  });

  test('is tried once when retries are off', async () => {
    await lab.option('RetryTimes', 0);
    await channel(FIRST, 1);
    await channel(SPARE, 0);
    fails({ status: 500 });
    expect((await call(lab)).isServed).toBe(false);
    expect(provider.keys).toEqual([FIRST]);
  });

  test('passes over a full channel without an attempt, and is refused when all are full', async () => {
    const ids = [await channel(FIRST, 1), await channel(SPARE, 0)];
    const rules = await Promise.all(
      ids.map((scope_id) =>
        lab.as('admin').get(createLimit, {
          ...{ scope: 'channel', scope_id, resource: 'requests', amount: 1, window: 'hour', name: '' },
        }),
      ),
    );
    expect((await call(lab)).isServed).toBe(true);
    expect((await call(lab)).isServed).toBe(true);
    expect(provider.keys).toEqual([FIRST, SPARE]);
    const { isServed, text } = await call(lab);
    expect([isServed, text]).toEqual([false, expect.stringContaining('channels_full')]);
    expect(await attempts()).toEqual([]);
    for (const { id } of rules) await lab.as('admin').get(deleteLimit, { id });
  });

  test('is given up when its caller leaves before a channel fails', async () => {
    await channel(FIRST, 1);
    await channel(SPARE, 0);
    const { promise: held, resolve: release } = Promise.withResolvers<Fault>();
    provider.fault = (key) => (key === FIRST ? held : 'none');
    const leaving = new AbortController();
    const left = call(lab, leaving.signal).then(
      () => false,
      () => true,
    );
    await expect.poll(() => provider.keys).toEqual([FIRST]);
    leaving.abort();
    expect(await left).toBe(true);
    await sleep(NOTICE_MS);
    release({ status: 500 });
    await expect.poll(() => lab.relay.usage().calls).toBe(0);
    expect(provider.keys).toEqual([FIRST]);
  });
});

const withSeveralKeys = Object.entries(ways).filter(([, { hasOneKey }]) => !hasOneKey);

describe.each(withSeveralKeys)('%s at a channel with two keys', (_, way) => {
  const { call } = way;

  test.each([401, 429])('goes on to the other key after %i for one', async (status) => {
    await makeKeyring(lab.ctx, KEYS, draftFor(way));
    fails({ status }, [KEYS[0]]);
    expect((await call(lab)).isServed).toBe(true);
    expect(provider.keys).toEqual(KEYS);
  });

  test('tries other channels before the other key', async () => {
    await makeKeyring(lab.ctx, KEYS, { ...draftFor(way), priority: 1 });
    await lab.channel({ ...draftFor(way), key: SPARE });
    fails({ status: 429 }, [KEYS[0]]);
    expect((await call(lab)).isServed).toBe(true);
    expect(provider.keys).toEqual([KEYS[0], SPARE]);
  });
});
