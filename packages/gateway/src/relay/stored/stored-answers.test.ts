import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeDatabases } from '../../testing/databases.ts';
import { makeUser } from '../../testing/factories.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { inTurns } from '../../testing/repeatable.ts';
import { startSecondGateway } from '../../testing/second-gateway.ts';
import { StoringProvider } from '../../testing/storing-provider.ts';
import { fail, sendJson } from '../../testing/upstream.ts';

const MODEL = 'gpt-4o';

describeDatabases('stored answers', (database) => {
  const provider = new StoringProvider();

  let lab: RelayLab;
  let openai: OpenAI;
  let stranger: OpenAI;
  let strangerKey: string;

  beforeAll(async () => {
    const fresh = await database.create();
    lab = await startRelayLab({ database: fresh, channel: false, quota: 100_000_000, random: inTurns() });
    await lab.option('ModelRatio', { [MODEL]: 1.25, 'claude-3-7-sonnet-20250219': 1.5 });
    await lab.channel({ key: 'sk-upstream-a-0123456789', models: MODEL });
    await lab.channel({ key: 'sk-upstream-b-0123456789', models: MODEL });
    await lab.channel({ type: 14, key: 'sk-ant-key', models: 'claude-3-7-sonnet-20250219' });
    openai = client(lab.url, lab.key);
    const other = await makeUser(lab.ctx, { username: 'stranger', quota: 1_000_000 });
    strangerKey = await lab.token({}, other);
    stranger = client(lab.url, strangerKey);
  });
  afterAll(() => lab.close());
  beforeEach(() => {
    lab.upstream.script = provider.script;
    lab.upstream.calls.length = 0;
  });

  function client(url: string, apiKey: string): OpenAI {
    return new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 });
  }

  function storeChat({ chat }: OpenAI, tag: string) {
    const messages = [{ role: 'user' as const, content: tag }];
    return chat.completions.create({ model: MODEL, store: true, metadata: { tag }, messages });
  }

  const failure = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error: unknown) => error,
    );
  const usedKeys = () => new Set(lab.upstream.calls.map(({ headers }) => headers.authorization));

  test('a stored response is read, listed and deleted at the channel that made it, at no cost', async () => {
    for (let number = 0; number < 4; number += 1) {
      const made = await openai.responses.create({ model: MODEL, input: 'Hi' });
      const { balance } = await lab.booked();
      expect(await openai.responses.retrieve(made.id)).toMatchObject({ id: made.id, output_text: 'Yes' });
      const items = await openai.responses.inputItems.list(made.id, { limit: 5, order: 'asc' });
      expect(items.data).toMatchObject([{ role: 'user', content: 'Hi' }]);
      expect(lab.upstream.calls.at(-1)?.path).toBe(`/v1/responses/${made.id}/input_items?limit=5&order=asc`);
      await openai.responses.delete(made.id);
      expect(provider.ids).not.toContain(made.id);
      expect(await failure(openai.responses.retrieve(made.id))).toMatchObject({ status: 404 });
      expect((await lab.booked()).balance).toBe(balance);
    }
    expect(usedKeys().size).toBe(2); // Chosen by chance.
  });

  test('the answer of another user is as unknown as one that does not exist', async () => {
    const made = await openai.responses.create({ model: MODEL, input: 'Hi' });
    const chat = await storeChat(openai, 'mine');
    lab.upstream.calls.length = 0;
    const refusals = await Promise.all([
      failure(stranger.responses.retrieve(made.id)),
      failure(stranger.responses.delete(made.id)),
      failure(stranger.responses.cancel(made.id)),
      failure(stranger.responses.inputItems.list(made.id)),
      failure(stranger.chat.completions.retrieve(chat.id)),
      failure(stranger.responses.retrieve('resp_unknown')),
    ]);
    const shapes = refusals.map((error) => {
      const { status, code, message } = error as { status: number; code: string; message: string };
      const words = message.replace(/(resp_|chatcmpl-)\w+/, 'ID').replace(/request id: \w+/, '');
      return { status, code, words };
    });
    expect(shapes).toEqual(Array(6).fill(shapes[5]));
    expect(shapes[5]?.status).toBe(404);
    expect(lab.upstream.calls).toEqual([]);
  });

  test('another gateway finds a stored answer', async () => {
    const other = await startSecondGateway(lab);
    const made = await openai.responses.create({ model: MODEL, input: 'Hi' });
    expect(await client(other.url, lab.key).responses.retrieve(made.id)).toMatchObject({ id: made.id });
    await other.close();
  });

  test('the error of the provider reaches the reader of an answer without the key', async () => {
    const made = await openai.responses.create({ model: MODEL, input: 'Hi' });
    lab.upstream.script = fail(
      400,
      { error: { message: 'bad include for sk-upstream-a-0123456789', code: 'invalid_include' } },
      { 'x-ratelimit-remaining-requests': '7' },
    );
    const error = (await failure(openai.responses.retrieve(made.id))) as InstanceType<typeof OpenAI.APIError>;
    expect(error).toMatchObject({ status: 400, code: 'invalid_include' });
    expect(error.message).not.toContain('sk-upstream');
    expect(error.headers?.get('x-ratelimit-remaining-requests')).toBe('7');
  });

  test('stored chats are read, changed, listed by page and deleted', async () => {
    const user = await makeUser(lab.ctx, { username: 'lister', quota: 10_000_000 });
    const theirs = client(lab.url, await lab.token({}, user));
    await storeChat(openai, 'other');
    const ids: string[] = [];
    for (const tag of ['one', 'two', 'three']) ids.push((await storeChat(theirs, tag)).id);
    await theirs.chat.completions.create({
      model: MODEL,
      messages: [{ role: 'user', content: 'not stored' }],
    });

    const listed: string[] = [];
    for await (const chat of theirs.chat.completions.list({ limit: 2 })) listed.push(chat.id);
    expect(listed).toEqual(ids);
    const latest = await theirs.chat.completions.list({ limit: 1, order: 'desc' });
    expect([latest.data[0]?.id, latest.has_more]).toEqual([ids[2], true]);
    const tagged = await theirs.chat.completions.list({ metadata: { tag: 'two' } });
    expect(tagged.data.map(({ id }) => id)).toEqual([ids[1]]);

    const [first = ''] = ids;
    expect(await theirs.chat.completions.retrieve(first)).toMatchObject({ metadata: { tag: 'one' } });
    await theirs.chat.completions.update(first, { metadata: { tag: 'new' } });
    expect(await theirs.chat.completions.retrieve(first)).toMatchObject({ metadata: { tag: 'new' } });
    expect((await theirs.chat.completions.messages.list(first)).data).toHaveLength(1);
    await theirs.chat.completions.delete(first);
    const rest = await theirs.chat.completions.list();
    expect(rest.data.map(({ id }) => id)).toEqual(ids.slice(1));
  });

  describe('a call that refers to what others made', () => {
    const refer = (reader: OpenAI, field: string, id: string, stream = false) =>
      failure(reader.responses.create({ model: MODEL, input: 'Hi', [field]: id, stream } as never));

    test.each(['previous_response_id', 'conversation'])('is refused when %s has the id', async (field) => {
      const made = await openai.responses.create({ model: MODEL, input: 'Hi' });
      const { rows } = await lab.booked();
      lab.upstream.calls.length = 0;
      expect(await refer(stranger, field, made.id)).toMatchObject({ status: 404 });
      expect(lab.upstream.calls).toEqual([]);
      expect((await lab.booked()).rows).toHaveLength(rows.length);
      expect(await refer(openai, field, made.id)).toBeUndefined();
    });

    test('is refused after a stream that its caller left, and at another gateway', async () => {
      const stream = await openai.responses.create({ model: MODEL, input: 'Hi', stream: true });
      let id = '';
      for await (const event of stream) {
        if (event.type !== 'response.created') continue;
        id = event.response.id;
        break;
      }
      await lab.booked();
      expect(await refer(stranger, 'previous_response_id', id)).toMatchObject({
        ...{ status: 404, code: 'previous_response_not_found' },
      });
      const other = await startSecondGateway(lab);
      expect(await refer(client(other.url, strangerKey), 'previous_response_id', id)).toMatchObject({
        status: 404,
      });
      expect(await refer(client(other.url, lab.key), 'previous_response_id', id)).toBeUndefined();
      await other.close();
    });

    test('passes when no call made it here, also for the second user who names it', async () => {
      for (const reader of [openai, stranger, openai])
        expect(await refer(reader, 'conversation', 'conv_of_the_operator')).toBeUndefined();
    });

    test('is refused for a container of somebody else, in the words of Anthropic', async () => {
      const content = [{ type: 'text', text: 'Yes' }];
      const usage = { input_tokens: 3, output_tokens: 1 };
      const answer = {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        content,
        stop_reason: 'end_turn',
        usage,
      };
      lab.upstream.script = ({ json }, response) =>
        sendJson(response, 200, { ...answer, container: { id: json.container ?? 'container_1' } });
      const ask = async (key: string, container?: string) => {
        const messages = [{ role: 'user', content: 'Hi' }];
        const body = { model: 'claude-3-7-sonnet-20250219', max_tokens: 9, messages, container };
        const headers = { 'content-type': 'application/json', 'x-api-key': key };
        const init = { method: 'POST', headers, body: JSON.stringify(body) };
        const made = await fetch(`${lab.url}/v1/messages`, init);
        return { status: made.status, json: await made.json() };
      };
      expect(await ask(lab.key)).toMatchObject({ status: 200 });
      expect(await ask(strangerKey, 'container_1')).toMatchObject({
        status: 404,
        json: { type: 'error', error: { type: 'not_found_error' } },
      });
      expect(await ask(lab.key, 'container_1')).toMatchObject({ status: 200 });
    });

    test('passes with encrypted reasoning, which everyone who has it may use', async () => {
      const sealed = {
        type: 'reasoning',
        id: 'rs_1',
        summary: [],
        encrypted_content: `gA${'x'.repeat(300)}`,
      };
      const body = { model: MODEL, input: [{ role: 'user', content: 'Hi' }, sealed] } as never;
      for (const reader of [openai, stranger]) await reader.responses.create(body);
    });
  });

  test('the prompt of a response is counted by the provider, or by the gateway for others, for nothing', async () => {
    const { balance } = await lab.booked();
    expect(await openai.responses.inputTokens.count({ model: MODEL, input: 'Hi' })).toEqual({
      object: 'response.input_tokens',
      input_tokens: 12,
    });
    const counted = await openai.responses.inputTokens.count({
      model: 'claude-3-7-sonnet-20250219',
      input: 'Hi',
    });
    expect(counted.object).toBe('response.input_tokens');
    expect(counted.input_tokens).toBeGreaterThan(0);
    expect((await lab.booked()).balance).toBe(balance);
  });

  test('a compaction is charged, at the channel of the response that it shortens', async () => {
    for (let number = 0; number < 3; number += 1) {
      const made = await openai.responses.create({ model: MODEL, input: 'Hi' });
      const key = lab.upstream.calls.at(-1)?.headers.authorization;
      const { balance } = await lab.booked();
      const compacted = await openai.responses.compact({
        model: MODEL as never,
        previous_response_id: made.id,
      });
      expect(compacted.output.at(-1)).toMatchObject({ type: 'compaction' });
      expect(lab.upstream.calls.at(-1)?.headers.authorization).toBe(key);
      const after = await lab.booked();
      // 100 prompt tokens and 20 of the answer, which count four times, at ratio 1.25.
      expect(balance - after.balance).toBe(225);
      expect(after.rows.at(-1)).toMatchObject({ prompt_tokens: 100, completion_tokens: 20, quota: 225 });
    }
  });

  test('forbidden words are found in stored answers too', async () => {
    const made = await openai.responses.create({ model: MODEL, input: 'Hi' });
    const chat = await storeChat(openai, 'forbidden');
    await lab.option('SensitiveWords', 'yes');
    await lab.option('CheckSensitiveEnabled', true);
    await lab.option('CheckSensitiveOnCompletionEnabled', true);
    await lab.option('StopOnSensitiveEnabled', true);
    const refusals = [
      await failure(openai.responses.retrieve(made.id)),
      await failure(openai.chat.completions.retrieve(chat.id)),
    ];
    expect(refusals).toMatchObject(Array(2).fill({ status: 400, code: 'sensitive_words_answer' }));
    const { data } = await openai.chat.completions.list({ order: 'desc' });
    expect(data).toEqual([]);
    await lab.option('CheckSensitiveEnabled', false);
    expect(await openai.responses.retrieve(made.id)).toMatchObject({ output_text: 'Yes' });
  });
});
