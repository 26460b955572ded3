import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastRow } from '../../testing/booked.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion, sendJson } from '../../testing/upstream.ts';
import { bedrock } from '../providers/bedrock.ts';
import type { Target } from '../providers/provider.ts';
import { encodeSpark } from '../providers/spark-request.ts';
import { readAsk } from '../tasks/midjourney-actions.ts';

/** Names that every plain object inherits. */
const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab({ channel: false, quota: 100_000_000 });
  await lab.option('SelfUseModeEnabled', true);
});
afterAll(() => lab.close());

test.each(names)('Baidu gets the model under its own name when a model is mapped to %s', async (name) => {
  const model = `baidu-${name}`;
  await lab.channel({
    type: 15,
    key: `id-${name}|secret`,
    models: model,
    model_mapping: JSON.stringify({ [model]: name }),
  });
  lab.upstream.script = (call, response) =>
    call.path.startsWith('/oauth')
      ? sendJson(response, 200, { access_token: 'pass', expires_in: 2_592_000 })
      : sendJson(response, 200, {
          id: 'as-1',
          result: 'Hi',
          usage: { prompt_tokens: 1, completion_tokens: 1 },
        });
  expect((await lab.chat({ model })).status).toBe(200);
  const path = lab.upstream.calls.at(-1)?.path.split('?')[0];
  expect(path).toBe(`/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/${name.toLowerCase()}`);
});

test.each(names)('Amazon gets the model under its own name when a model is mapped to %s', (model) => {
  const target = { baseUrl: '', key: 'AK|SK|us-east-1', model, other: '', stream: false };
  const url = bedrock.chat?.address(target as unknown as Target).url ?? '';
  expect(decodeURIComponent(new URL(url).pathname)).toBe(`/model/anthropic.${model}/invoke`);
});

test.each(names)('Claude is called when a model is mapped to %s', async (name) => {
  const model = `claude-${name}`;
  const model_mapping = JSON.stringify({ [model]: name });
  await lab.channel({ type: 14, models: model, model_mapping });
  lab.upstream.script = (_, response) =>
    sendJson(response, 200, {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'text', text: 'Hi' }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 1, output_tokens: 1 },
    });
  expect((await lab.chat({ model })).status).toBe(200);
  expect(lab.upstream.calls.at(-1)?.json.model).toBe(name);
});

test.each(names)('Spark gets its version as a domain when the channel names the version %s', (other) => {
  const target = { key: 'app|secret|key', model: 'spark', other } as unknown as Target;
  const call = { messages: [], tools: [], stop: [] } as never;
  expect(encodeSpark(call, target)).toMatchObject({ parameter: { chat: { domain: `general${other}` } } });
});

test.each(names)('a picture is charged when its model and size are called %s', async (name) => {
  await lab.channel({ models: name });
  lab.upstream.script = (_, response) =>
    sendJson(response, 200, { created: 1, data: [{ url: 'https://a.example' }] });
  const response = await fetch(`${lab.url}/v1/images/generations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` },
    body: JSON.stringify({ model: name, prompt: 'a cat', size: name }),
  });
  expect([name, response.status]).toEqual([name, 200]);
  expect((await lastRow(lab)).quota).toBeGreaterThan(0);
});

test.each(names)('the drawing action %s is refused as unknown', (task) => {
  expect(() => readAsk(task, {})).toThrow(expect.objectContaining({ code: 'unknown_action' }));
});

test.each(names)('an OpenAI channel serves a model that is called %s', async (name) => {
  lab.upstream.script = completion();
  expect((await lab.chat({ model: name })).status).toBe(200);
});
