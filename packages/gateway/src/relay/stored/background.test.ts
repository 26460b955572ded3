import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeDatabases } from '../../testing/databases.ts';
import { makeUser } from '../../testing/factories.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { startSecondGateway } from '../../testing/second-gateway.ts';
import { StoringProvider } from '../../testing/storing-provider.ts';

const MODEL = 'gpt-4o';

describeDatabases('background responses', (database) => {
  const provider = new StoringProvider();

  let lab: RelayLab;
  let openai: OpenAI;

  beforeAll(async () => {
    const fresh = await database.create();
    lab = await startRelayLab({ database: fresh, channel: false, quota: 100_000_000, backgroundPauseMs: 20 });
    await lab.option('ModelRatio', { [MODEL]: 1.25 });
    await lab.channel({ key: 'sk-upstream-a-0123456789', models: MODEL });
    openai = new OpenAI({ baseURL: `${lab.url}/v1`, apiKey: lab.key, maxRetries: 0 });
  });
  afterAll(() => lab.close());
  beforeEach(() => {
    lab.upstream.script = provider.script;
    lab.upstream.calls.length = 0;
    provider.isAway = false;
  });

  const begin = (body: object = {}) =>
    openai.responses.create({
      model: MODEL,
      input: 'Hi',
      background: true,
      ...body,
    }) as Promise<OpenAI.Responses.Response>;
  const heldOf = async () => {
    const holds = await lab.ctx.db.selectFrom('hold').select('amount').execute();
    return holds.reduce((sum, { amount }) => sum + amount, 0);
  };
  const rowCount = async () => (await lab.booked()).rows.length;
  /** Waits until one more call is charged, and returns its row. */
  async function charged(before: number) {
    await expect.poll(rowCount, { timeout: 20_000 }).toBe(before + 1);
    const { rows } = await lab.booked();
    return rows.at(-1);
  }
  const failure = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error: unknown) => error,
    );

  test('a background response is charged when it ends, although its caller never asks for it', async () => {
    const before = await rowCount();
    const { balance } = await lab.booked();
    const { id, status } = await begin();
    expect(status).toBe('queued');
    expect(await heldOf()).toBeGreaterThan(0);
    expect(await rowCount()).toBe(before);
    provider.finish(id);
    expect(await charged(before)).toMatchObject({ prompt_tokens: 100, completion_tokens: 20, quota: 225 });
    expect(await heldOf()).toBe(0);
    expect((await lab.booked()).balance).toBe(balance - 225);
  });

  test('a caller who asks for the response sees it charged at once', async () => {
    const before = await rowCount();
    const { id } = await begin();
    expect((await openai.responses.retrieve(id)).status).toBe('queued');
    provider.finish(id);
    expect((await openai.responses.retrieve(id)).status).toBe('completed');
    expect(await rowCount()).toBe(before + 1);
  });

  test.each([
    ['failed', 0, 429],
    ['cancelled', 1, 200],
  ])(
    'a response that ends as %s costs what was written, and only a failed one counts as failed',
    async (status, isCharged, logged) => {
      const before = await rowCount();
      const { id } = await begin();
      provider.finish(id, status);
      const row = await charged(before);
      expect(Number(row?.quota) > 0).toBe(isCharged === 1);
      expect(row?.status).toBe(logged);
      const { error_code, messages } = JSON.parse(row?.other ?? '{}');
      expect([error_code, messages?.en]).toEqual(
        status === 'failed' ? ['rate_limit_exceeded', expect.any(String)] : [undefined, undefined],
      );
      expect(await heldOf()).toBe(0);
    },
  );

  test('a cancelled response is charged, and can be deleted; a running one cannot', async () => {
    const before = await rowCount();
    const { id } = await begin();
    expect(await failure(openai.responses.delete(id))).toMatchObject({
      status: 409,
      code: 'response_running',
    });
    expect((await openai.responses.cancel(id)).status).toBe('cancelled');
    expect(await charged(before)).toMatchObject({ billing_basis: 'counted' });
    await openai.responses.delete(id);
    expect(provider.ids).not.toContain(id);
  });

  test('two calls whose provider gives both the same id are both charged', async () => {
    const before = await rowCount();
    const patient = await startSecondGateway(lab, { backgroundPauseMs: 3_600_000 });
    const client = new OpenAI({ baseURL: `${patient.url}/v1`, apiKey: lab.key, maxRetries: 0 });
    const { id } = await client.responses.create({ model: MODEL, input: 'Hi', background: true });
    provider.repeatId = id;
    await client.responses.create({ model: MODEL, input: 'Hi', background: true });
    provider.repeatId = undefined;
    provider.finish(id);
    await client.responses.retrieve(id);
    await expect.poll(rowCount).toBe(before + 2);
    expect(await heldOf()).toBe(0);
    await patient.close();
  });

  test('a response that its provider lost costs the prompt', async () => {
    const before = await rowCount();
    const { id } = await begin();
    lab.upstream.script = (call, response) => {
      if (call.path.includes(id)) response.writeHead(404).end('{}');
    };
    const row = await charged(before);
    expect(row?.quota).toBeGreaterThan(0);
    expect(row).toMatchObject({ completion_tokens: 0, billing_basis: 'counted', status: 502 });
    expect(JSON.parse(row?.other ?? '{}')).toMatchObject({ error_code: 'upstream_cut' });
  });

  test('an outage of the provider only delays the charge', async () => {
    const before = await rowCount();
    const { id } = await begin();
    provider.isAway = true;
    provider.finish(id);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await rowCount()).toBe(before);
    provider.isAway = false;
    expect(await charged(before)).toMatchObject({ quota: 225 });
  });

  test('a stream that its caller leaves is resumed behind the last event and charged once', async () => {
    const before = await rowCount();
    const stream = await openai.responses.create({
      model: MODEL,
      input: 'Hi',
      background: true,
      stream: true,
    });
    let id = '';
    let last = -1;
    for await (const event of stream) {
      if (event.type === 'response.created') id = event.response.id;
      last = event.sequence_number;
      if (event.type === 'response.output_text.delta') break;
    }
    provider.finish(id);
    const rest: number[] = [];
    for await (const event of await openai.responses.retrieve(id, { stream: true, starting_after: last })) {
      rest.push(event.sequence_number);
      if (event.type === 'response.completed') expect(event.response.usage?.output_tokens).toBe(20);
    }
    expect([last, ...rest]).toEqual([2, 3, 4]);
    const path = `/v1/responses/${id}?stream=true&starting_after=2`;
    expect(lab.upstream.calls.some((call) => call.path === path)).toBe(true);
    expect(await charged(before)).toMatchObject({ quota: 225 });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await rowCount()).toBe(before + 1);
  });

  test('the text of a stream is charged although the cancelled response no longer has it', async () => {
    const before = await rowCount();
    const stream = await openai.responses.create({
      model: MODEL,
      input: 'Hi',
      background: true,
      stream: true,
    });
    let id = '';
    for await (const event of stream) {
      if (event.type === 'response.created') id = event.response.id;
      if (event.type === 'response.output_text.delta') break;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    provider.finish(id, 'cancelled');
    provider.forgetOutput(id);
    expect((await charged(before))?.completion_tokens).toBeGreaterThan(0);
  });

  test('a balance that a running response holds is not spent by other calls', async () => {
    const user = await makeUser(lab.ctx, { username: 'poor', quota: 1000 });
    const own = new OpenAI({ baseURL: `${lab.url}/v1`, apiKey: await lab.token({}, user), maxRetries: 0 });
    const body = { model: MODEL, input: 'Hi', background: true, max_output_tokens: 150 };
    const { id } = await own.responses.create(body);
    const refused = await failure(own.responses.create({ ...body, max_output_tokens: 100 }));
    expect(refused).toMatchObject({ status: 403 });
    provider.finish(id);
    await expect.poll(heldOf, { timeout: 20_000 }).toBe(0);
    await own.responses.create({ model: MODEL, input: 'Hi', max_output_tokens: 20 });
  });

  test('another gateway charges the responses of one that ended', async () => {
    const first = await startSecondGateway(lab, { backgroundPauseMs: 20 });
    const before = await rowCount();
    const away = new OpenAI({ baseURL: `${first.url}/v1`, apiKey: lab.key, maxRetries: 0 });
    const { id } = await away.responses.create({ model: MODEL, input: 'Hi', background: true });
    await first.close();
    provider.finish(id);
    const next = await startSecondGateway(lab, { backgroundPauseMs: 20 });
    expect(await charged(before)).toMatchObject({ prompt_tokens: 100, completion_tokens: 20, quota: 225 });
    await next.close();
    expect(await lab.ctx.db.selectFrom('pending_tasks').selectAll().execute()).toEqual([]);
    expect(await lab.ctx.db.selectFrom('background_responses').selectAll().execute()).toEqual([]);
  });

  test('what a crash charged by estimate is refunded when the response is charged', async () => {
    const { balance, rows } = await lab.booked();
    const crashed = await startSecondGateway(lab, { backgroundPauseMs: 3_600_000 });
    const away = new OpenAI({ baseURL: `${crashed.url}/v1`, apiKey: lab.key, maxRetries: 0 });
    const { id } = await away.responses.create({ model: MODEL, input: 'Hi', background: true });
    const { request_id } = await lab.ctx.db.selectFrom('pending_tasks').selectAll().executeTakeFirstOrThrow();
    const { id: _, ...recovered } = { ...rows.at(-1), request_id } as (typeof rows)[number];
    await lab.ctx.ledger.settle(request_id, 50, recovered);
    await lab.ctx.db.updateTable('pending_tasks').set({ holder: '', lease_until: 0 }).execute();
    provider.finish(id);

    const next = await startSecondGateway(lab, { backgroundPauseMs: 20 });
    expect(await charged(rows.length + 1)).toMatchObject({ quota: 225, request_id: `${request_id}.2` });
    expect((await lab.booked()).balance).toBe(balance - 225);
    const note = await lab.ctx.logDb
      .selectFrom('logs')
      .select(['content', 'quota'])
      .where('type', '=', 4)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect([note.quota, note.content.includes(id)]).toEqual([50, true]);
    await next.close();
    await crashed.close();
  });
});
