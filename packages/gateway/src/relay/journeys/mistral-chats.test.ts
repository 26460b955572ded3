import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastRow } from '../../testing/booked.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { sendEvents, sendJson } from '../../testing/upstream.ts';

let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab({ quota: 100_000_000, channel: false });
  const models = ['magistral-medium-latest', 'mistral-large-latest', 'mistral-small-latest', 'plain', 'own'];
  await lab.option('ModelRatio', Object.fromEntries(models.map((model) => [model, 1])));
  await lab.channel({ type: 42, models: models.slice(0, 3).join() });
  await lab.channel({ type: 42, models: 'plain', setting: '{"force_format":true}' });
  await lab.channel({ type: 42, models: 'own', setting: '{"force_format":false}' });
});
afterAll(() => lab.close());

const thinking = (text: string) => ({ type: 'thinking', thinking: [{ type: 'text', text }] });
const content = [thinking('Hm…'), { type: 'text', text: 'Grüß dich' }];
const call = { id: 'abcdefghi', function: { name: 'look', arguments: '{}' } };
const whole = (message: object) =>
  JSON.stringify({ id: 'x', choices: [{ index: 0, message, finish_reason: 'stop' }] }, null, 1);
const event = (delta: object, finish_reason: string | null = null, rest = {}) =>
  `data: ${JSON.stringify({ id: 'x', p: 'ab', choices: [{ index: 0, delta, finish_reason }], ...rest })}\n\n`;
const usage = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 };
const start = event({ role: 'assistant', content: '' });
const end = `${event({ content: '' }, 'stop', { usage })}data: [DONE]\n\n`;
const thoughtful = [
  start,
  event({ content: [thinking('Hm…')] }),
  event({ content: [{ type: 'text', text: 'Grüß dich' }] }),
  event({ tool_calls: [call] }),
];

async function ask(model: string, body: object = {}, client = 'OpenAI/Python 2.54.0'): Promise<string> {
  const answer = await lab.chat({ model, messages: hello, ...body }, { 'user-agent': client });
  expect(answer.status).toBe(200);
  return answer.text();
}
const hello = [{ role: 'user', content: 'Hi' }];
const sent = () => lab.upstream.calls.at(-1)?.json;

test('an answer with thoughts has text and reasoning for clients of OpenAI', async () => {
  lab.upstream.script = (_, response) =>
    sendJson(response, 200, whole({ role: 'assistant', content, tool_calls: [call] }));
  const answer = JSON.parse(await ask('magistral-medium-latest')) as { id: string; choices: object[] };
  expect(answer.id).toBe('x');
  expect(answer.choices).toEqual([
    {
      index: 0,
      message: {
        role: 'assistant',
        content: 'Grüß dich',
        reasoning_content: 'Hm…',
        tool_calls: [{ ...call, type: 'function' }],
      },
      finish_reason: 'stop',
    },
  ]);
});

test('a stream with thoughts has text and reasoning, its other events keep their bytes, and it is charged by its usage', async () => {
  lab.upstream.script = sendEvents([...thoughtful, end]);
  expect(await ask('magistral-medium-latest', { stream: true })).toBe(
    [
      start,
      event({ reasoning_content: 'Hm…' }),
      event({ content: 'Grüß dich' }),
      event({ tool_calls: [{ index: 0, ...call, type: 'function' }] }),
      end,
    ].join(''),
  );
  expect(await lastRow(lab)).toMatchObject({ prompt_tokens: 7, completion_tokens: 3 });
});

test('answers in the form of OpenAI keep their bytes', async () => {
  const body = whole({ role: 'assistant', content: 'Say "content": [ or "tool_calls": [' });
  lab.upstream.script = (_, response) => sendJson(response, 200, body);
  expect(await ask('mistral-large-latest')).toBe(body);
  const events = [start, event({ content: 'a "content":[' }), end].join('');
  lab.upstream.script = sendEvents([events]);
  expect(await ask('mistral-large-latest', { stream: true })).toBe(events);
});

test.each([
  ['magistral-medium-latest', 'mistral-client-python/3.7.0'],
  ['magistral-medium-latest', 'ai-sdk/mistral/4.0.1 ai-sdk/provider-utils/5.0.0 runtime/node.js/26'],
  ['own', 'OpenAI/Python 2.54.0'],
])("answers of %s keep Mistral's form for %s", async (model, client) => {
  const body = whole({ role: 'assistant', content });
  lab.upstream.script = (_, response) => sendJson(response, 200, body);
  expect(await ask(model, {}, client)).toBe(body);
  lab.upstream.script = sendEvents([...thoughtful, end]);
  expect(await ask(model, { stream: true }, client)).toBe([...thoughtful, end].join(''));
});

test('force_format gives the whole answer the plain form', async () => {
  lab.upstream.script = (_, response) =>
    sendJson(response, 200, whole({ role: 'assistant', content, odd: 1 }));
  const answer = await ask('plain');
  expect(JSON.parse(answer)).toMatchObject({
    choices: [{ message: { content: 'Grüß dich', reasoning_content: 'Hm…' } }],
  });
  expect(answer).not.toContain('odd');
});

test('reasoning that a client returns becomes a part for models that reason, and is left out for others', async () => {
  lab.upstream.script = (_, response) => sendJson(response, 200, whole({ role: 'assistant', content: 'Hi' }));
  const long = 'x'.repeat(300_000);
  const past = { role: 'assistant', content: 'Hi', reasoning_content: 'Hm…' };
  const messages = [{ role: 'user', content: long }, past, ...hello];
  await ask('magistral-medium-latest', { messages });
  const thought = { ...thinking('Hm…'), closed: true };
  expect(sent()?.messages).toEqual([
    messages[0],
    { role: 'assistant', content: [thought, { type: 'text', text: 'Hi' }] },
    ...hello,
  ]);
  await ask('mistral-large-latest', { messages });
  expect(sent()?.messages).toEqual([messages[0], { role: 'assistant', content: 'Hi' }, ...hello]);
});

test('a model gets the efforts it knows', async () => {
  lab.upstream.script = (_, response) => sendJson(response, 200, whole({ role: 'assistant', content: 'Hi' }));
  await ask('mistral-small-latest', { reasoning_effort: 'low' });
  expect(sent()?.reasoning_effort).toBe('high');
  await ask('magistral-medium-latest', { reasoning_effort: 'low' });
  expect(sent()).not.toHaveProperty('reasoning_effort');
});
