import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeDatabases } from '../../testing/databases.ts';
import { makeKeyring } from '../../testing/factories.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { inTurns } from '../../testing/repeatable.ts';
import { startSecondGateway } from '../../testing/second-gateway.ts';
import { cachingProvider, statefulProvider } from '../../testing/stateful-provider.ts';
import { fail } from '../../testing/upstream.ts';

const MODEL = 'gpt-4o';

describeDatabases(
  'calls that refer to earlier ones',
  (database) => {
    let lab: RelayLab;
    beforeAll(async () => {
      const fresh = await database.create();
      lab = await startRelayLab({ database: fresh, channel: false, quota: 100_000_000, random: inTurns() });
      await lab.option('RetryTimes', 0);
      await lab.channel({ key: 'sk-upstream-a-0123456789', models: MODEL });
      await lab.channel({ key: 'sk-upstream-b-0123456789', models: MODEL });
      const keys = ['sk-upstream-c-0123456789', 'sk-upstream-d-0123456789'];
      await makeKeyring(lab.ctx, keys, { base_url: lab.upstream.url, models: MODEL });
    });
    afterAll(() => lab.close());
    beforeEach(() => {
      lab.upstream.script = statefulProvider();
      lab.upstream.calls.length = 0;
    });

    interface Answer {
      id: string;
      output: { type: string; encrypted_content?: string }[];
    }

    async function respond(body: object, url = lab.url): Promise<Answer> {
      const answer = await fetch(`${url}/v1/responses`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` },
        body: JSON.stringify({ model: MODEL, input: 'Hi', max_output_tokens: 50, ...body }),
      });
      const text = await answer.text();
      expect(answer.status, text).toBe(200);
      if (!text.startsWith('event:')) return JSON.parse(text);
      const last = text.trim().split('\n').at(-1)?.slice('data: '.length) ?? '';
      return JSON.parse(last).response;
    }

    const usedKeys = () => new Set(lab.upstream.calls.map(({ headers }) => headers.authorization));

    test.each([false, true])(
      'a response finds the channel and the key that made the one before (stream %s)',
      async (stream) => {
        for (let number = 0; number < 10; number += 1) {
          let { id } = await respond({ stream });
          for (let turn = 0; turn < 3; turn += 1)
            ({ id } = await respond({ stream, previous_response_id: id }));
        }
        expect(usedKeys().size).toBeGreaterThan(1); // chosen by chance
        const { rows } = await lab.booked();
        const infos = rows.slice(-4).map(({ other }) => JSON.parse(other).admin_info.affinity);
        expect(infos).toEqual([undefined, 'reference', 'reference', 'reference']);
      },
    );

    test('encrypted reasoning goes to the key that made it, without a stored response', async () => {
      for (let number = 0; number < 10; number += 1) {
        const { output } = await respond({ store: false, stream: number % 2 === 0 });
        await respond({ store: false, input: [{ role: 'user', content: `Hi ${number}` }, ...output] });
      }
      expect(usedKeys().size).toBeGreaterThan(1); // chosen by chance
    });

    test('another gateway, or the same after a restart, knows what was made', async () => {
      const other = await startSecondGateway(lab);
      const made: string[] = [];
      for (let number = 0; number < 10; number += 1) {
        const { id } = await respond({});
        made.push((await respond({ previous_response_id: id }, other.url)).id);
      }
      await other.close();
      const restarted = await startSecondGateway(lab);
      for (const id of made) await respond({ previous_response_id: id }, restarted.url);
      await restarted.close();
    });

    test('what the gateway does not know is looked for at the other channels', async () => {
      await lab.option('RetryTimes', 5);
      const { id } = await respond({});
      await lab.ctx.db.deleteFrom('upstream_references').execute();
      const other = await startSecondGateway(lab);
      await respond({ previous_response_id: id }, other.url);
      lab.upstream.calls.length = 0;
      await respond({ previous_response_id: id }, other.url);
      expect(lab.upstream.calls).toHaveLength(1);
      await other.close();
      await lab.option('RetryTimes', 0);
    });

    test('a call whose channel fails gets its error, not that of a channel which never knew the reference', async () => {
      await lab.option('RetryTimes', 5);
      const { id } = await respond({});
      lab.upstream.calls.length = 0;
      lab.upstream.script = fail(400, { error: { message: 'busy', code: 'other' } });
      const answer = await fetch(`${lab.url}/v1/responses`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` },
        body: JSON.stringify({ model: MODEL, input: 'Hi', max_output_tokens: 50, previous_response_id: id }),
      });
      expect(await answer.text()).toContain('busy');
      expect(lab.upstream.calls).toHaveLength(1);
      await lab.option('RetryTimes', 0);
    });
  },
  ['sqlite'],
); // The statements run on each database in stored-answers.test.ts and items-of-others.test.ts.

const CONVERSATIONS = process.env.TEST_ALL ? 60 : 20;
const TURNS = 10;

test('conversations on four channels find nearly all of the cached prompts that one channel has', async () => {
  const lab = await startRelayLab({ channel: false, quota: 1_000_000_000 });
  for (const name of ['a', 'b', 'c', 'd'])
    await lab.channel({ key: `sk-upstream-${name}-0123456789`, models: 'gpt-4o', name });
  await lab.channel({ key: 'sk-upstream-alone-0123456789', models: 'alone' });
  await lab.option('ModelRatio', { 'gpt-4o': 1, alone: 1 });
  const second = await startSecondGateway(lab);
  try {
    const alone = await cachedShare(lab, 'alone', [lab.url]);
    expect(await cachedShare(lab, 'gpt-4o', [lab.url])).toBeGreaterThan(alone * 0.95);
    // Two gateways take turns, and tell each other nothing.
    expect(await cachedShare(lab, 'gpt-4o', [lab.url, second.url])).toBeGreaterThan(alone * 0.93);
    const { rows } = await lab.booked();
    expect(new Set(rows.map(({ channel_id }) => channel_id)).size).toBe(5);
    expect(JSON.parse(rows.at(-1)?.other ?? '').admin_info.affinity).toBe('conversation');
  } finally {
    await second.close();
    await lab.close();
  }
});

/** Runs conversations side by side. Returns the share of prompt tokens that the provider had in its cache. */
async function cachedShare(lab: RelayLab, model: string, urls: readonly string[]): Promise<number> {
  lab.upstream.script = cachingProvider();
  let prompt = 0;
  let cached = 0;
  const talk = async (number: number) => {
    const messages: object[] = [{ role: 'system', content: 'Be brief.' }];
    for (let turn = 0; turn < TURNS; turn += 1) {
      messages.push({
        role: 'user',
        content: `${model} at ${urls.length}: conversation ${number}, question ${turn}`,
      });
      const answer = await fetch(`${urls[turn % urls.length]}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` },
        body: JSON.stringify({ model, messages, max_tokens: 50 }),
      });
      const { usage, choices } = (await answer.json()) as {
        usage: { prompt_tokens: number; prompt_tokens_details: { cached_tokens: number } };
        choices: { message: object }[];
      };
      prompt += usage.prompt_tokens;
      cached += usage.prompt_tokens_details.cached_tokens;
      messages.push(choices[0]?.message ?? {});
    }
  };
  for (let from = 0; from < CONVERSATIONS; from += 20)
    await Promise.all(Array.from({ length: Math.min(20, CONVERSATIONS - from) }, (_, at) => talk(from + at)));
  return cached / prompt;
}

test('a conversation leaves a channel that rests at once, and stays where it went', async () => {
  const lab = await startRelayLab({ channel: false, quota: 10_000_000 });
  await lab.channel({ key: 'sk-upstream-a-0123456789' });
  await lab.channel({ key: 'sk-upstream-b-0123456789' });
  await lab.option('RetryTimes', 1);
  const caching = cachingProvider();
  const keyOf = async (messages: object[], headers = {}) => {
    lab.upstream.calls.length = 0;
    const answer = await lab.chat({ messages }, headers);
    await answer.text();
    expect(answer.status).toBe(200);
    return lab.upstream.calls.map((call) => call.headers.authorization);
  };
  lab.upstream.script = caching;
  const turns: object[] = [{ role: 'user', content: 'Hi' }];
  const next = () =>
    turns.push({ role: 'assistant', content: 'Yes' }, { role: 'user', content: `More ${turns.length}` });
  const [home] = await keyOf(turns);
  next();
  expect(await keyOf(turns)).toEqual([home]);
  next();
  lab.upstream.script = (call, response) =>
    call.headers.authorization === home
      ? fail(429, {}, { 'retry-after': '60' })(call, response)
      : caching(call, response);
  const [first, away] = await keyOf(turns);
  expect(first).toBe(home);
  for (let turn = 0; turn < 5; turn += 1) {
    next();
    expect(await keyOf(turns)).toEqual([away]);
  }
  await lab.close();
});

test.each([
  ['a cache key', { prompt_cache_key: 'app-1' }, {}, 'cache_key'],
  ['a session header', {}, { session_id: 's-1' }, 'session'],
])(
  'calls with %s share a channel, up to what one channel should bear',
  async (_, fields, headers, reason) => {
    const lab = await startRelayLab({ channel: false, quota: 10_000_000 });
    for (const name of ['a', 'b', 'c']) await lab.channel({ key: `sk-upstream-${name}-0123456789` });
    const call = async (number: number) =>
      (
        await lab.chat({ ...fields, messages: [{ role: 'user', content: `Task ${number}` }] }, headers)
      ).text();
    for (let number = 0; number < 20; number += 1) await call(number);
    const used = () => new Set(lab.upstream.calls.map(({ headers: sent }) => sent.authorization)).size;
    expect(used()).toBe(1);
    const last = (await lab.booked()).rows.at(-1);
    expect(JSON.parse(last?.other ?? '').admin_info.affinity).toBe(reason);
    for (let number = 20; number < 110; number += 1) await call(number);
    expect(used()).toBe(3);
    await lab.close();
  },
);
