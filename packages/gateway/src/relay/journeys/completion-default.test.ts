import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeUser } from '../../testing/factories.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { writing } from '../../testing/writing-upstream.ts';

/** Ends an answer after 16 tokens when the request sets no limit. */
const MODEL = 'gpt-3.5-turbo-instruct';
const OTHER = 'gpt-4o-mini';

let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab({ channel: false, moneyWaitMs: 1 });
  await lab.option('ModelRatio', { [MODEL]: 1, [OTHER]: 1 });
  await lab.option('CompletionRatio', { [MODEL]: 1, [OTHER]: 1 });
  await lab.channel({ type: 1, models: `${MODEL},${OTHER}`, key: 'upstream-key-123456' });
  lab.upstream.script = writing({ manners: 'obedient', tokens: 16, maximum: 4096, pieceTokens: 16 });
});
afterAll(() => lab.close());

test('a completion without a limit is served when the balance covers its 16 tokens', async () => {
  expect((await complete(MODEL, 100)).status).toBe(200);
});

test('a stream without a limit reaches its end when the balance covers its 16 tokens', async () => {
  expect(await (await complete(MODEL, 100, { stream: true })).text()).toContain('data: [DONE]');
});

test('a completion without a limit is refused when the balance covers one of its two answers', async () => {
  expect((await complete(MODEL, 70)).status).toBe(200);
  expect((await complete(MODEL, 70, { n: 2 })).status).toBe(403);
});

test('a completion of another model without a limit needs the specified hold', async () => {
  expect((await complete(OTHER, 100)).status).toBe(403);
});

/** A prompt of one token is held as 34. */
async function complete(model: string, quota: number, fields: object = {}): Promise<Response> {
  const key = await lab.token({}, await makeUser(lab.ctx, { quota }));
  return fetch(`${lab.url}/v1/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ model, prompt: 'Write', ...fields }),
  });
}
