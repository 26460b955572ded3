import { recomputeQuota } from '@tollgate/pricing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBalance } from '../../ledger/post.ts';
import { casesOn, describeDatabases, isInFull } from '../../testing/databases.ts';
import { makeUser } from '../../testing/factories.ts';
import { type MoreGateways, sharedKey, startMoreGateways } from '../../testing/more-gateways.ts';
import { claudeMessage } from '../../testing/recorded-claude.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { type Script, sendJson } from '../../testing/upstream.ts';
import { type LimitBehaviour, writing } from '../../testing/writing-upstream.ts';

/** The callers' balance: enough for one answer of 8,000 tokens, not for two. */
const WORTH = 3000;
const ANSWER_TOKENS = 8000;
/** Three for each of the gateways, when a balance covers one. */
const CALLS = isInFull ? 24 : 9;
const RATIO = 0.075;

const [GPT, THINKING, CLAUDE, GEMINI] = [
  'gpt-4o-mini',
  'o3-mini',
  'claude-3-5-haiku-20241022',
  'gemini-2.0-flash',
];
const maxima: Record<string, number> = { [GPT]: 16_384, [THINKING]: 100_000, [CLAUDE]: 8192, [GEMINI]: 8192 };

interface Way {
  path(model: string, stream: boolean): string;
  body(model: string, stream: boolean, limit: number | undefined): object;
}

const messages = [{ role: 'user', content: 'Write a long story' }];
const ways = {
  chat: {
    path: () => '/v1/chat/completions',
    body: (model, stream, max_tokens) => ({ model, stream, messages, max_tokens }),
  },
  completions: {
    path: () => '/v1/completions',
    body: (model, stream, max_tokens) => ({ model, stream, prompt: 'Write a long story', max_tokens }),
  },
  responses: {
    path: () => '/v1/responses',
    body: (model, stream, limit) => ({
      model,
      stream,
      input: 'Write a long story',
      max_output_tokens: limit,
    }),
  },
  messages: {
    path: () => '/v1/messages',
    body: (model, stream, limit = 4000) => ({ model, stream, messages, max_tokens: limit }),
  },
  gemini: {
    path: (model, stream) =>
      `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: (_model, _stream, maxOutputTokens) => ({
      contents: [{ role: 'user', parts: [{ text: 'Write a long story' }] }],
      ...(maxOutputTokens && { generationConfig: { maxOutputTokens } }),
    }),
  },
} satisfies Record<string, Way>;

type Dialect = keyof typeof ways;
/** The same dialect first, then converted. */
const rows: [dialect: Dialect, model: string][] = [
  ['chat', GPT],
  ['chat', THINKING],
  ['completions', GPT],
  ['responses', GPT],
  ['messages', CLAUDE],
  ['gemini', GEMINI],
  ['chat', CLAUDE],
  ['responses', GEMINI],
  ['messages', GPT],
  ['gemini', GPT],
];

describeDatabases('overdraft', (database) => {
  let lab: RelayLab;
  let gateways: MoreGateways;
  beforeAll(async () => {
    lab = await startRelayLab({ database: await database.create(), environment: sharedKey, channel: false });
    const models = Object.keys(maxima);
    await lab.option('ModelRatio', Object.fromEntries(models.map((model) => [model, RATIO])));
    await lab.channel({ type: 1, models: `${GPT},${THINKING}`, key: 'sk-upstream-key-1' });
    await lab.channel({ type: 14, models: CLAUDE, key: 'sk-ant-upstream-key-1' });
    await lab.channel({ type: 24, models: GEMINI, key: 'AIza-upstream-key-1' });
    gateways = await startMoreGateways(lab, 2);
  }, 120_000);
  afterAll(async () => {
    await gateways.close();
    await lab.close();
  });

  describe.each(['obedient', 'disobedient'] as const)('%s provider', (manners) => {
    for (const [dialect, model] of casesOn(database, rows))
      for (const stream of [false, true])
        test.each(['user', 'token'] as const)(
          `${dialect} calls of ${model}${stream ? ' as streams' : ''} spend at most what the %s has`,
          async (payer) => {
            const spent = await spendAll({ dialect, model, stream, manners, payer, limits: [undefined] });
            expect(spent.balance).toBeGreaterThanOrEqual(0);
            expect(spent.refusals.filter((status) => status !== 403)).toEqual([]);
            expect(spent.served).toBeGreaterThan(0);
            for (const row of spent.rows) expect(recomputeQuota(row)).toBe(row.quota);
          },
          60_000,
        );
  });

  test.each(['obedient', 'disobedient'] as const)(
    'calls with and without a limit share a balance without overdrawing it at an %s provider',
    async (manners) => {
      for (const stream of [false, true]) {
        const limits = [undefined, 100, 2000, 8000];
        const order = { dialect: 'chat', model: GPT, stream, manners, payer: 'user', limits } as const;
        const spent = await spendAll(order);
        expect(spent.balance).toBeGreaterThanOrEqual(0);
        expect(spent.served).toBeGreaterThan(0);
      }
    },
    60_000,
  );

  test.each(['user', 'token'] as const)(
    'reports of larger prompts and cache writes take no %s below zero',
    async (payer) => {
      for (const limit of [undefined, 500]) {
        const usage = {
          input_tokens: 1000,
          cache_creation_input_tokens: 4000,
          cache_creation: { ephemeral_1h_input_tokens: 4000 },
          output_tokens: 400,
        };
        const script: Script = (_, response) => sendJson(response, 200, { ...claudeMessage, usage });
        const order = { dialect: 'messages', model: CLAUDE, stream: false, payer, limits: [limit] } as const;
        const spent = await spendAll({ ...order, manners: 'disobedient', worth: 2500, script });
        expect(spent.balance).toBeGreaterThanOrEqual(0);
        expect(spent.served).toBeGreaterThan(0);
      }
    },
    60_000,
  );

  test('a few calls are served whole when a balance covers them', async () => {
    // Three answers of 8,000 tokens and their prompts.
    const worth = 3 * ANSWER_TOKENS * RATIO * 4 + 1000;
    const order = { dialect: 'chat', model: GPT, stream: false, manners: 'obedient', payer: 'user' } as const;
    const spent = await spendAll({ ...order, limits: [undefined], worth });
    expect(spent.rows.filter((row) => row.completion_tokens === ANSWER_TOKENS)).toHaveLength(3);
  }, 60_000);

  interface Order {
    dialect: Dialect;
    model: string;
    stream: boolean;
    manners: LimitBehaviour;
    payer: 'user' | 'token';
    /** The limits of the calls, in order. */
    limits: readonly (number | undefined)[];
    worth?: number;
    /** Replaces the provider that writes long answers. */
    script?: Script;
  }

  /** Sends all calls at once, spread over the gateways. */
  async function spendAll({ dialect, model, stream, manners, payer, limits, worth = WORTH, script }: Order) {
    const maximum = maxima[model] ?? 0;
    lab.upstream.script = script ?? writing({ manners, tokens: ANSWER_TOKENS, maximum });
    const isUser = payer === 'user';
    const user = await makeUser(lab.ctx, { quota: isUser ? worth : 1e9 });
    const key = await lab.token(isUser ? {} : { unlimited_quota: false, remain_quota: worth }, user);
    const statuses = await Promise.all(
      Array.from({ length: CALLS }, async (_, number) => {
        const way: Way = ways[dialect];
        const url = gateways.urls[number % gateways.urls.length] + way.path(model, stream);
        const body = JSON.stringify(way.body(model, stream, limits[number % limits.length]));
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
        const answer = await fetch(url, { method: 'POST', headers, body });
        await answer.text();
        return answer.status;
      }),
    );
    await gateways.settled();
    const owner = { ownerType: payer, ownerId: isUser ? user.id : await tokenIdOf(user.id) };
    const { balance, held } = (await findBalance(lab.ctx.db, owner)) ?? { balance: Number.NaN, held: 0 };
    expect(held).toBe(0);
    const calls = lab.ctx.logDb.selectFrom('logs').selectAll().where('user_id', '=', user.id);
    return {
      balance,
      served: statuses.filter((status) => status === 200).length,
      refusals: statuses.filter((status) => status !== 200),
      rows: await calls.where('type', '=', 2).execute(),
    };
  }

  async function tokenIdOf(userId: number): Promise<number> {
    const token = await lab.ctx.db
      .selectFrom('tokens')
      .select('id')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return token?.id ?? 0;
  }
});
