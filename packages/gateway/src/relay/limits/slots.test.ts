import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeKeyring } from '../../testing/factories.ts';
import { LIMITED_MODEL, type LimitLab, startLimitLab } from '../../testing/limit-lab.ts';
import { completion } from '../../testing/upstream.ts';
import { writing } from '../../testing/writing-upstream.ts';

let lab: LimitLab;
beforeAll(async () => {
  lab = await startLimitLab();
});
afterAll(() => lab.close());
afterEach(() => lab.reset());

describe('concurrent calls', () => {
  test('are refused beyond the limit, and a slot is free after an answer, an error and a hang-up', async () => {
    const id = await lab.limit({ scope: 'user', scope_id: 'each', resource: 'concurrent', amount: 1 });
    const upstream = lab.holdBack();
    const first = lab.send();
    await expect.poll(() => lab.upstream.calls.length).toBe(1);
    const refused = await lab.send();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
    expect(await refused.text()).toContain(`Running requests have reached the limit “#${id}” of 1.`);
    upstream.release();
    await (await first).text();

    lab.upstream.script = (_, response) => void response.writeHead(400).end('{"error":{"message":"no"}}');
    expect((await lab.send()).status).toBe(400);
    lab.upstream.script = writing({ manners: 'obedient', tokens: 5000, maximum: 5000 });
    const leaving = new AbortController();
    const response = await lab.send({ stream: true, max_tokens: 5000 }, leaving.signal);
    await response.body?.getReader().read();
    leaving.abort();
    lab.upstream.script = completion();
    await expect.poll(async () => (await lab.send()).status).toBe(200);
  });

  test('wait for their turn when the rule says so, first come first served, and hold no money meanwhile', async () => {
    await lab.limit({ resource: 'concurrent', amount: 1, when_full: 'wait', wait_seconds: 20 });
    const budget = await lab.limit({ resource: 'quota', amount: 1_000_000, window: 'day' });
    const upstream = lab.holdBack();
    const order: number[] = [];
    const send = async (number: number) => {
      const response = await lab.send();
      await response.text();
      order.push(number);
      return response.status;
    };
    const calls = [send(1)];
    await expect.poll(() => lab.upstream.calls.length).toBe(1);
    const { held } = await lab.usage(budget);
    for (const number of [2, 3]) {
      calls.push(send(number));
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    expect((await lab.usage(budget)).held).toBe(held);
    upstream.release();
    expect(await Promise.all(calls)).toEqual([200, 200, 200]);
    expect(order).toEqual([1, 2, 3]);
  });

  test('that come later do not overtake one that waits, although there is room by now', async () => {
    const perMinute = { resource: 'requests', amount: 1, window: 'minute' } as const;
    await lab.limit({ ...perMinute, when_full: 'wait', wait_seconds: 20 });
    expect((await lab.send({ max_tokens: 101 })).status).toBe(200);
    const second = lab.send({ max_tokens: 102 });
    await expect.poll(waiting).toBe(1);
    lab.pass(60_000);
    const third = lab.send({ max_tokens: 103 });
    expect((await second).status).toBe(200);
    lab.pass(60_000);
    expect((await third).status).toBe(200);
    const order = lab.upstream.calls.map(({ json }) => json.max_tokens);
    expect(order).toEqual([101, 102, 103]);
  });

  test('of different tokens under a rule for each do not wait for each other', async () => {
    await lab.limit({
      ...{ scope: 'token', scope_id: 'each', resource: 'concurrent', amount: 1 },
      ...{ when_full: 'wait', wait_seconds: 20 },
    } as const);
    const upstream = lab.holdBack();
    const other = await lab.token();
    const running = lab.send();
    await expect.poll(() => lab.upstream.calls.length).toBe(1);
    const second = lab.send();
    await expect.poll(waiting).toBe(1);
    lab.upstream.script = completion();
    const ofOther = await fetch(`${lab.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${other}` },
      body: JSON.stringify({ model: LIMITED_MODEL, messages: [{ role: 'user', content: 'hi' }] }),
    });
    expect([ofOther.status, waiting()]).toEqual([200, 1]);
    upstream.release();
    expect([(await running).status, (await second).status]).toEqual([200, 200]);
  });

  test('that wait longer than the rule allows are refused', async () => {
    await lab.limit({ resource: 'concurrent', amount: 1, when_full: 'wait', wait_seconds: 1 });
    const upstream = lab.holdBack();
    const first = lab.send();
    await expect.poll(() => lab.upstream.calls.length).toBe(1);
    expect((await lab.send()).status).toBe(429);
    upstream.release();
    await (await first).text();
  });
});

describe('a call that waits', () => {
  test('leaves the line when its caller hangs up, and never reaches a provider', async () => {
    await lab.limit({ resource: 'concurrent', amount: 1, when_full: 'wait', wait_seconds: 20 });
    const budget = await lab.limit({ resource: 'quota', amount: 1_000_000, window: 'day' });
    const upstream = lab.holdBack();
    const first = lab.send();
    await expect.poll(() => lab.upstream.calls.length).toBe(1);
    const { held } = await lab.usage(budget);
    const leaving = new AbortController();
    const second = lab.send({}, leaving.signal);
    await expect.poll(waiting).toBe(1);
    leaving.abort();
    await expect(second).rejects.toThrow();
    await expect.poll(waiting).toBe(0);
    expect((await lab.usage(budget)).held).toBe(held);
    upstream.release();
    await (await first).text();
    await lab.booked();
    expect(lab.upstream.calls.length).toBe(1);
    expect(await lab.usage(budget)).toMatchObject({ held: 0, calls: 1 });
  });

  test('has a small body, and at most 63 others before it', async () => {
    await lab.limit({ resource: 'concurrent', amount: 1, when_full: 'wait', wait_seconds: 20 });
    const upstream = lab.holdBack();
    const first = lab.send();
    await expect.poll(() => lab.upstream.calls.length).toBe(1);
    const large = await lab.send({ messages: [{ role: 'user', content: 'x'.repeat(257 * 1024) }] });
    expect([large.status, waiting()]).toEqual([429, 0]);
    const leaving = new AbortController();
    const others = Array.from({ length: 64 }, () => lab.send({}, leaving.signal).catch(() => undefined));
    await expect.poll(waiting).toBe(64);
    expect([(await lab.send()).status, waiting()]).toEqual([429, 64]);
    leaving.abort();
    await Promise.all(others);
    upstream.release();
    await (await first).text();
  });
});

describe('a full channel', () => {
  test('is passed over without an attempt, and with all channels full the call gets 429', async () => {
    const second = await lab.channel({
      type: 1,
      models: LIMITED_MODEL,
      key: 'second-key-1234567',
      priority: -1,
    });
    const first = (
      await lab.ctx.db.selectFrom('channels').select('id').where('id', '!=', second).executeTakeFirstOrThrow()
    ).id;
    await lab.limit({ scope: 'channel', scope_id: first, resource: 'requests', amount: 1, window: 'hour' });
    const before = await countAttempts(first);
    for (let call = 0; call < 3; call += 1) expect((await lab.send()).status).toBe(200);
    const { rows } = await lab.booked();
    expect(rows.slice(-3).map(({ channel_id }) => channel_id)).toEqual([first, second, second]);
    expect(await countAttempts(first)).toBe(before);

    await lab.limit({ scope: 'channel', scope_id: second, resource: 'quota', amount: 100, window: 'day' });
    const full = await lab.send();
    expect([full.status, full.headers.get('retry-after')]).toEqual([429, String(50 * 60)]);
    expect((await errorOf(full)).code).toBe('channels_full');
    const channels = await lab.ctx.db.selectFrom('channels').select('status').execute();
    expect(channels.map(({ status }) => status)).toEqual([1, 1]);
    await lab.ctx.db.updateTable('channels').set({ status: 2 }).where('id', '=', second).execute();
    await lab.ctx.db.updateTable('abilities').set({ enabled: 0 }).where('channel_id', '=', second).execute();
    lab.ctx.revisions.announce('channels');
  });
});

describe('a full key of a channel', () => {
  test('is passed over for the other keys, and with all keys full the call gets 429', async () => {
    const model = 'gpt-4o';
    await lab.option('ModelRatio', { [LIMITED_MODEL]: 1, [model]: 1 });
    const id = await makeKeyring(lab.ctx, ['upstream-key-aaaa', 'upstream-key-bbbb'], {
      ...{ type: 1, models: model, base_url: lab.upstream.url },
    });
    await lab.limit({ scope: 'channel_key', scope_id: id, resource: 'requests', amount: 1, window: 'hour' });
    const before = await countAttempts(id);
    const statuses = [];
    for (let call = 0; call < 3; call += 1) statuses.push((await lab.send({ model })).status);
    expect(statuses).toEqual([200, 200, 429]);
    const used = lab.upstream.calls.map(({ headers }) => headers.authorization);
    expect(new Set(used)).toEqual(new Set(['Bearer upstream-key-aaaa', 'Bearer upstream-key-bbbb']));
    expect(await countAttempts(id)).toBe(before);
    const { status } = await lab.ctx.db
      .selectFrom('channels')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(status).toBe(1);
  });
});

/** Calls that wait for room in a limit rule. */
function waiting(): number {
  return Number(/^tollgate_calls_waiting_for_limits (\d+)$/m.exec(lab.relay.metrics())?.[1]);
}

interface RefusalBody {
  readonly code: string;
  readonly message: string;
  readonly limit: { readonly rule: string };
}

async function errorOf(response: Response): Promise<RefusalBody> {
  return ((await response.json()) as { error: RefusalBody }).error;
}

async function countAttempts(channelId: number): Promise<number> {
  const rows = await lab.ctx.logDb
    .selectFrom('attempts')
    .select('channel_id')
    .where('channel_id', '=', channelId)
    .execute();
  return rows.length;
}
