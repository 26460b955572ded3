import { getLimitUsage, listLimits, updateLimit } from '@tollgate/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type LimitLab, OUTPUT, startLimitLab } from '../../testing/limit-lab.ts';
import { completion } from '../../testing/upstream.ts';

let lab: LimitLab;
beforeAll(async () => {
  lab = await startLimitLab();
});
afterAll(() => lab.close());
afterEach(() => lab.reset());

test('a budget of ten calls serves ten of 200 that come at once, plain and streamed, and what it counted is what was charged', async () => {
  const id = await lab.limit({ resource: 'quota', amount: 10 * 500, window: 'day' });
  lab.upstream.script = completion({
    usage: { prompt_tokens: 100, completion_tokens: 100, total_tokens: 200 },
  });
  const statuses = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const response = await lab.send({ stream: index % 2 === 1, ...(index % 3 > 0 && { max_tokens: 100 }) });
      await response.text();
      return response.status;
    }),
  );
  const { rows } = await lab.booked();
  const charged = rows
    .slice(-statuses.filter((status) => status === 200).length)
    .reduce((sum, { quota }) => sum + quota, 0);
  const window = await lab.usage(id);
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(10);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
  expect(window).toMatchObject({ spent: charged, held: 0 });
  expect(window.spent).toBeLessThanOrEqual(5000);
});

test('a raised limit admits the next call, and a lowered one refuses it', async () => {
  const id = await lab.limit({ resource: 'quota', amount: 1, window: 'day' });
  expect((await lab.send()).status).toBe(403);
  await lab.as('admin').get(updateLimit, { id, amount: 100_000 });
  expect((await lab.send()).status).toBe(200);
  await lab.booked();
  await lab.as('admin').get(updateLimit, { id, amount: 1 });
  expect((await lab.send()).status).toBe(403);
});

test('a rule on a key that already spent counts from now', async () => {
  for (let call = 0; call < 3; call += 1) await (await lab.send()).text();
  await lab.booked();
  const id = await lab.limit({
    scope: 'token',
    scope_id: 'each',
    resource: 'quota',
    amount: 100_000,
    window: 'forever',
  });
  await (await lab.send()).text();
  await lab.booked();
  const [window] = await lab.as('admin').get(getLimitUsage, { id });
  expect(window).toMatchObject({ calls: 1, spent: 11 + 7 * OUTPUT });
});

test('rules limit the models that they name', async () => {
  await lab.limit({ resource: 'requests', amount: 0, window: 'day', models: 'claude-*,gpt-4o-m*i' });
  expect((await lab.send()).status).toBe(403);
  await lab.as('admin').get(updateLimit, {
    id: (await lab.as('admin').get(listLimits, {})).items[0]?.id as number,
    models: 'claude-*',
  });
  expect((await lab.send()).status).toBe(200);
});

describe('tokens', () => {
  test('are held by the prompt and the limit of the answer, and given back when they are not used', async () => {
    const id = await lab.limit({ resource: 'tokens', amount: 1000, window: 'day' });
    const upstream = lab.holdBack();
    const running = lab.send({ max_tokens: 300 });
    await expect.poll(() => lab.upstream.calls.length).toBe(1);
    const { held } = await lab.usage(id);
    expect(held).toBeGreaterThan(300);
    expect(held).toBeLessThan(600);
    upstream.release();
    await (await running).text();
    await lab.booked();
    expect(await lab.usage(id)).toMatchObject({ spent: 18, held: 0, calls: 1 });
  });

  test('of an answer without a limit are assumed, and the refusal says so', async () => {
    await lab.limit({ resource: 'tokens', amount: 1000, window: 'day' });
    const refused = await lab.send({ max_tokens: undefined });
    expect(refused.status).toBe(403);
    expect((await errorOf(refused)).message).toContain('16384 tokens are assumed');
  });
});

interface RefusalBody {
  readonly code: string;
  readonly message: string;
  readonly limit: { readonly rule: string };
}

async function errorOf(response: Response): Promise<RefusalBody> {
  return ((await response.json()) as { error: RefusalBody }).error;
}
