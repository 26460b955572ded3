import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeUser } from '../../testing/factories.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion, type Script } from '../../testing/upstream.ts';
import { writing } from '../../testing/writing-upstream.ts';
import { MoneyQueue } from './money-queue.ts';

/** The longest answer has 16,384 tokens. An answer token costs 4 units, a prompt token 1. */
const MODEL = 'gpt-4o-mini';
const OUTPUT = 4;
const messages = [{ role: 'user', content: 'Write' }];

let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab({ channel: false });
  await lab.option('ModelRatio', { [MODEL]: 1 });
  await lab.option('CompletionRatio', { [MODEL]: OUTPUT });
  await lab.channel({ type: 1, models: MODEL, key: 'upstream-key-123456' });
});
afterAll(() => lab.close());
afterEach(() => {
  vi.restoreAllMocks();
});
beforeEach(() => {
  lab.upstream.calls.length = 0;
});

describe('a call without a limit', () => {
  test.each([false, true])(
    'may use nearly all of the balance when no other call runs (stream: %s)',
    async (stream) => {
      lab.upstream.script = writing({ manners: 'obedient', tokens: 16_384, maximum: 16_384 });
      await (await ask(await keyWith(14_000 * OUTPUT), { stream })).text();
      const [row] = (await lab.booked()).rows.slice(-1);
      expect(row?.completion_tokens).toBeGreaterThan(13_000);
    },
  );

  test('may use nearly all of its token when no other call of the token runs', async () => {
    lab.upstream.script = writing({ manners: 'obedient', tokens: 16_384, maximum: 16_384 });
    const key = await lab.token({ unlimited_quota: false, remain_quota: 14_000 * OUTPUT });
    await (await ask(key, {})).text();
    const [row] = (await lab.booked()).rows.slice(-1);
    expect(row?.completion_tokens).toBeGreaterThan(13_000);
  });

  test('may write its longest answer when the balance covers just that', async () => {
    lab.upstream.script = writing({ manners: 'obedient', tokens: 16_384, maximum: 16_384 });
    await (await ask(await keyWith(16_384 * OUTPUT + 5000), {})).text();
    const [row] = (await lab.booked()).rows.slice(-1);
    expect(row?.completion_tokens).toBe(16_384);
  });

  test('waits for the money of a running call', async () => {
    const wait = vi.spyOn(MoneyQueue.prototype, 'enter');
    const first = holdBack();
    lab.upstream.script = first.script;
    const key = await keyWith(3000 * OUTPUT);
    const answers = [ask(key, {})];
    await expect.poll(() => lab.upstream.calls.length).toBe(1);
    answers.push(ask(key, {}));
    await expect.poll(() => wait.mock.calls.length).toBeGreaterThan(0);
    first.release();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
  });
});

test('short answers are all served when the balance covers them', async () => {
  const usage = { prompt_tokens: 8, completion_tokens: 300, total_tokens: 308 };
  lab.upstream.script = completion({ usage, delayMs: 5 });
  const key = await keyWith(10_000 * OUTPUT);
  const statuses = await Promise.all(Array.from({ length: 30 }, async () => (await ask(key, {})).status));
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
});

test('a call is refused at once when the balance would not cover it without the other calls either', async () => {
  const first = holdBack();
  lab.upstream.script = first.script;
  const key = await keyWith(3000 * OUTPUT);
  const answer = ask(key, {});
  await expect.poll(() => lab.upstream.calls.length).toBe(1);
  const wait = vi.spyOn(MoneyQueue.prototype, 'enter');
  const refused = await ask(key, { max_tokens: 4000 });
  expect(refused.status).toBe(403);
  expect(wait).not.toHaveBeenCalled();
  first.release();
  await (await answer).text();
});

/** Responds when it is released. */
function holdBack(): { script: Script; release(): void } {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const script: Script = async (call, response) => {
    await released;
    await completion()(call, response);
  };
  return { script, release: () => release() };
}

async function keyWith(quota: number): Promise<string> {
  return lab.token({}, await makeUser(lab.ctx, { quota }));
}

function ask(key: string, fields: object): Promise<Response> {
  return fetch(`${lab.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: MODEL, messages, ...fields }),
  });
}
