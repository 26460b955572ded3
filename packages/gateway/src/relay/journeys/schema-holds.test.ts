import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeUser } from '../../testing/factories.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion } from '../../testing/upstream.ts';

const MODEL = 'deepseek-chat';
/** The schema as JSON. Twice its words are 6,800. */
const PROMPT_TOKENS = 7600;
const PRICE = 10;

let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab({ channel: false });
  await lab.option('ModelRatio', { [MODEL]: PRICE });
  await lab.option('CompletionRatio', { [MODEL]: 1 });
  await lab.channel({ type: 43, models: MODEL });
  const usage = { prompt_tokens: PROMPT_TOKENS, completion_tokens: 5 };
  lab.upstream.script = completion({ text: '{}', usage });
});
afterAll(() => lab.close());

/** Some 21 kB. */
const field = { type: 'string', enum: ['a', 'b', 'c', 'd'], minLength: 10, maxLength: 2000 };
const properties = Object.fromEntries(Array.from({ length: 260 }, (_, number) => [`f${number}`, field]));
const schema = { type: 'object', properties, additionalProperties: false };
const messages = [{ role: 'user', content: 'Hi' }];
const format = { type: 'json_schema', name: 'x', schema };

/** A call in each format that DeepSeek gets in words. */
const calls: [string, string, object][] = [
  ['messages', '/v1/messages', { messages, max_tokens: 9, output_config: { format } }],
  ['responses', '/v1/responses', { input: messages, max_output_tokens: 9, text: { format } }],
  [
    'gemini',
    `/v1beta/models/${MODEL}:generateContent`,
    {
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      generationConfig: {
        maxOutputTokens: 9,
        responseMimeType: 'application/json',
        responseJsonSchema: schema,
      },
    },
  ],
];

async function ask(quota: number, path: string, body: object) {
  const user = await makeUser(lab.ctx, { quota });
  const key = await lab.token({}, user);
  const response = await fetch(lab.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, 'x-goog-api-key': key },
    body: JSON.stringify({ ...(path.startsWith('/v1beta') ? {} : { model: MODEL }), ...body }),
  });
  await response.text();
  return response.status;
}

test.each(calls)(
  'a balance that does not cover the schema in the prompt pays no call (%s)',
  async (_, path, body) => {
    lab.upstream.calls.length = 0;
    expect(await ask(72_000, path, body)).toBe(403);
    expect(lab.upstream.calls).toEqual([]);
  },
);

test.each(calls)('one that covers the counted schema is charged what it cost (%s)', async (_, path, body) => {
  const size = JSON.stringify(body).length;
  expect(await ask(size * PRICE - 1, path, body)).toBe(200);
  expect(JSON.stringify(lab.upstream.calls.at(-1)?.json.messages)).toContain('f259');
  const { rows } = await lab.booked();
  expect(rows.at(-1)).toMatchObject({ prompt_tokens: PROMPT_TOKENS, quota: (PROMPT_TOKENS + 5 * 4) * PRICE });
});
