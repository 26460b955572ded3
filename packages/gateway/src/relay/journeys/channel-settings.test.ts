import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FakeProxy, startHttpProxy, startSocksProxy } from '../../testing/proxies.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion, sendEvents, sendJson } from '../../testing/upstream.ts';

let lab: RelayLab;
let http: FakeProxy;
let socks: FakeProxy;
beforeAll(async () => {
  lab = await startRelayLab({ channel: false });
  const port = Number(new URL(lab.upstream.url).port);
  http = await startHttpProxy(port);
  socks = await startSocksProxy(port);
  await lab.option(
    'ModelRatio',
    Object.fromEntries(['plain', 'thinks', 'http', 'socks', 'wrong', 'broken'].map((m) => [m, 1])),
  );
  const channel = (models: string, setting: object, base_url?: string) =>
    lab.channel({ models, setting: JSON.stringify(setting), ...(base_url && { base_url }) });
  await channel('plain', { force_format: true });
  await channel('thinks', { thinking_to_content: true });
  const far = 'http://models.example:8080';
  await channel('http', { proxy: `http://127.0.0.1:${http.port}` }, far);
  await channel('socks', { proxy: `socks5://me:pass%20word@127.0.0.1:${socks.port}` }, far);
  await channel('wrong', { proxy: `http://wrong:x@127.0.0.1:${http.port}` }, far);
  await channel('broken', { proxy: 'ftp://127.0.0.1' }, far);
});
afterAll(async () => {
  await lab.close();
  await http.close();
  await socks.close();
});
beforeEach(() => {
  lab.upstream.script = completion();
});

const frame = (delta: object, more: object = {}) =>
  `data: ${JSON.stringify({ id: 'x', model: 'm', odd: 1, choices: [{ index: 0, delta, native_reason: 'y', ...more }] })}\n\n`;
const ask = (model: string, stream = false) => lab.chat({ model, stream });

// @spec D190
test('force_format: responses and streams have the plain format of the API', async () => {
  const message = { role: 'assistant', content: 'Hi', odd: true };
  lab.upstream.script = (_, response) =>
    sendJson(response, 200, {
      provider: 'odd',
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      usage: { prompt_tokens: 3, completion_tokens: 1 },
    });
  const whole = await (await ask('plain')).json();
  expect(whole).not.toHaveProperty('provider');
  expect(whole).toMatchObject({
    object: 'chat.completion',
    choices: [{ message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 },
  });
  expect(JSON.stringify(whole)).not.toContain('odd');

  lab.upstream.script = sendEvents([
    frame({ content: 'Hi' }),
    frame({}, { finish_reason: 'stop' }),
    'data: [DONE]\n\n',
  ]);
  const text = await (await ask('plain', true)).text();
  expect(text).toContain('"object":"chat.completion.chunk"');
  expect(text).toContain('"content":"Hi"');
  expect(text).not.toMatch(/odd|native_reason/);
  expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
});

test('thinking_to_content: reasoning becomes part of the text, whole and streamed', async () => {
  const message = { role: 'assistant', reasoning_content: 'Let me see', content: 'Four' };
  lab.upstream.script = (_, response) =>
    sendJson(response, 200, { choices: [{ index: 0, message, finish_reason: 'stop' }] });
  expect(await (await ask('thinks')).json()).toMatchObject({
    choices: [{ message: { content: '<think>\nLet me see\n</think>\nFour' } }],
  });

  const frames = [frame({ reasoning_content: 'Let ' }), frame({ reasoning_content: 'me see' })];
  const end = [frame({ content: 'Four' }), frame({}, { finish_reason: 'stop' }), 'data: [DONE]\n\n'];
  lab.upstream.script = sendEvents([...frames, ...end]);
  const text = await (await ask('thinks', true)).text();
  expect(contentOf(text)).toBe('<think>\nLet me see\n</think>\nFour');
  expect(text).not.toContain('reasoning_content');

  lab.upstream.script = sendEvents([...frames, frame({}, { finish_reason: 'stop' }), 'data: [DONE]\n\n']);
  expect(contentOf(await (await ask('thinks', true)).text())).toBe('<think>\nLet me see\n</think>\n');
});

test('proxy: a channel connects through an HTTP or SOCKS5 proxy, which resolves the name', async () => {
  expect((await ask('http')).status).toBe(200);
  expect(http.requests).toEqual(['models.example:8080']);
  expect(await (await ask('socks', true)).text()).toContain('[DONE]');
  expect(socks.requests).toEqual(['me:pass word@models.example:8080']);
  expect(lab.upstream.calls.at(-1)?.headers.host).toBe('models.example:8080');
});

test('proxy: a refusing or invalid proxy costs nothing and reveals nothing', async () => {
  const before = (await lab.booked()).balance;
  http.requests.length = 0;
  for (const model of ['wrong', 'broken']) {
    const response = await ask(model);
    expect([model, response.status]).toEqual([model, 502]);
    expect(await response.text()).not.toMatch(/127\.0\.0\.1|169\.254|wrong:x/);
  }
  expect(http.requests).toEqual(['wrong:x@models.example:8080']);
  expect((await lab.booked()).balance).toBe(before);
});

function contentOf(stream: string): string {
  return [...stream.matchAll(/data: (\{.*\})/g)]
    .map(([, json]) => JSON.parse(json ?? '') as { choices: { delta: { content?: string } }[] })
    .map(({ choices }) => choices[0]?.delta.content ?? '')
    .join('');
}
