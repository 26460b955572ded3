import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { casesOn, describeDatabases } from '../../testing/databases.ts';
import { makeUser } from '../../testing/factories.ts';
import { type MoreGateways, sharedKey, startMoreGateways } from '../../testing/more-gateways.ts';
import { CLAUDE, claudeMessage } from '../../testing/recorded-claude.ts';
import { GEMINI } from '../../testing/recorded-gemini.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { findSpent } from '../../testing/spent.ts';
import { sendJson } from '../../testing/upstream.ts';

const GPT = 'gpt-4o-mini';
const ALIAS = 'finder';
const RATIO = 0.1;
const CALLS = 8;
/** What the provider reads for each call, whatever the request shows. */
const READ = 100_000;
/**
 * The cost of a call: its prompt and an answer of 10 tokens, priced four times as high, at Claude five times.
 */
const COST = (READ + 40) * RATIO;
/** Pays for the answers, but not for the prompts. */
const LITTLE = 700;

const answers = {
  chat: {
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: READ, completion_tokens: 10 },
  },
  responses: {
    id: 'resp_1',
    output: [{ type: 'message', content: [{ type: 'output_text', text: 'Hi' }] }],
    usage: { input_tokens: READ, output_tokens: 10 },
  },
  messages: {
    ...claudeMessage,
    content: [{ type: 'text', text: 'Hi' }],
    usage: { input_tokens: READ, output_tokens: 10 },
  },
  gemini: {
    candidates: [{ content: { role: 'model', parts: [{ text: 'Hi' }] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: READ, candidatesTokenCount: 10 },
  },
};
type Format = keyof typeof answers;

const chat = (content: unknown) => ({ model: GPT, messages: [{ role: 'user', content }] });
const responses = (more: object) => ({ model: GPT, input: 'Go on', ...more });
const messages = (more: object) => ({
  model: CLAUDE,
  max_tokens: 10,
  messages: [{ role: 'user', content: 'Go on' }],
  ...more,
});
const paths = {
  chat: '/v1/chat/completions',
  responses: '/v1/responses',
  messages: '/v1/messages',
  gemini: `/v1beta/models/${GEMINI}:generateContent`,
};
const document = { type: 'document', source: { type: 'url', url: 'https://a.example/book.pdf' } };

const calls: [name: string, format: Format, body: object][] = [
  ['an earlier answer', 'responses', responses({ previous_response_id: 'resp_0' })],
  ['a conversation', 'responses', responses({ conversation: { id: 'conv_0' } })],
  ['a stored prompt', 'responses', { model: GPT, prompt: { id: 'pmpt_0' } }],
  ['a reference to an item', 'responses', responses({ input: [{ id: 'msg_0' }] })],
  ['an alias of a searching model', 'chat', { ...chat('Hi'), model: ALIAS }],
  ['a hosted tool', 'responses', responses({ tools: [{ type: 'web_search' }] })],
  [
    'a stored file',
    'responses',
    responses({ input: [{ role: 'user', content: [{ type: 'input_file', file_id: 'file-0' }] }] }),
  ],
  ['a recording', 'chat', chat([{ type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } }])],
  [
    'pictures',
    'chat',
    chat(['a', 'b'].map((name) => ({ type: 'image_url', image_url: { url: `https://a.example/${name}` } }))),
  ],
  ['a container', 'messages', messages({ container: 'container_0' })],
  ['a document', 'messages', messages({ messages: [{ role: 'user', content: [document] }] })],
  [
    'cached content',
    'gemini',
    { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }], cachedContent: 'cachedContents/0' },
  ],
];

describeDatabases('hidden prompts', (database) => {
  let lab: RelayLab;
  let gateways: MoreGateways;
  beforeAll(async () => {
    lab = await startRelayLab({ database: await database.create(), environment: sharedKey, channel: false });
    const models = [GPT, ALIAS, CLAUDE, GEMINI];
    await lab.option('ModelRatio', Object.fromEntries(models.map((model) => [model, RATIO])));
    await lab.option('CompletionRatio', Object.fromEntries(models.map((model) => [model, 4])));
    await lab.option('CacheRatio', {});
    await lab.channel({ type: 1, models: GPT });
    const model_mapping = JSON.stringify({ [ALIAS]: 'gpt-4o-search-preview' });
    await lab.channel({ type: 1, models: ALIAS, model_mapping });
    await lab.channel({ type: 14, models: CLAUDE });
    await lab.channel({ type: 24, models: GEMINI });
    gateways = await startMoreGateways(lab, 2);
  }, 120_000);
  afterAll(async () => {
    await gateways.close();
    await lab.close();
  });

  describe.each(casesOn(database, calls))('calls with %s', (_, format, body) => {
    test.each(['user', 'token'] as const)(
      'are served one by one when the %s cannot pay all that they may refer to',
      async (payer) => {
        const spent = await spendAll(format, body, payer, LITTLE);
        expect(spent.served).toBe(1);
        expect(spent.refusals).toEqual(
          Array.from({ length: CALLS - 1 }, () => (payer === 'user' ? 403 : 401)),
        );
        expect(spent.balance).toBeGreaterThanOrEqual(LITTLE - COST - 1);
      },
      60_000,
    );
  });

  test('calls are served together when the balance covers all that they may refer to', async () => {
    const worth = CALLS * 20_000;
    const spent = await spendAll('responses', responses({ previous_response_id: 'resp_0' }), 'user', worth);
    expect(spent.served).toBe(CALLS);
    expect(spent.balance).toBe(worth - CALLS * COST);
  }, 60_000);

  /** Sends all calls at once, spread over the gateways. */
  async function spendAll(format: Format, body: object, payer: 'user' | 'token', worth: number) {
    lab.upstream.script = (_, response) => sendJson(response, 200, answers[format]);
    const isUser = payer === 'user';
    const user = await makeUser(lab.ctx, { quota: isUser ? worth : 1e9 });
    const key = await lab.token(isUser ? {} : { unlimited_quota: false, remain_quota: worth }, user);
    const statuses = await Promise.all(
      Array.from({ length: CALLS }, async (_, number) => {
        const url = gateways.urls[number % gateways.urls.length] + paths[format];
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
        const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
        await answer.text();
        return answer.status;
      }),
    );
    await gateways.settled();
    const { balance } = await findSpent(lab, user.id, payer);
    return {
      balance,
      served: statuses.filter((status) => status === 200).length,
      refusals: statuses.filter((status) => status !== 200),
    };
  }
});
