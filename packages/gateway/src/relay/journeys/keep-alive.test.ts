import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as sessions from '../../modules/identity/credentials/sessions.ts';
import { hello, type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion, fail, type Script, streamOf } from '../../testing/upstream.ts';

const COMMENT = ': keep-alive\n\n';
const PULSE_MS = 10;
/** Longer than the time until a comment is due. */
const LONGER_MS = 5 * PULSE_MS;
let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab({ channel: false, heartbeatMs: PULSE_MS });
  await lab.channel({ models: 'gpt-4o' });
  // A vendor without OpenAI's responses API.
  await lab.channel({ type: 40, models: 'gpt-4o-mini' });
  await lab.option('general_setting.ping_interval_enabled', true);
});
afterAll(() => lab.close());
beforeEach(() => {
  lab.upstream.calls.length = 0;
});

test('comments are sent before the first event of a stream and between two, and change nothing else', async () => {
  const doors = [door(), door()] as const;
  lab.upstream.script = async (call, response) => {
    await doors[0].opened;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const [first = '', ...others] = streamOf(call);
    response.write(first);
    await doors[1].opened;
    response.end(others.join(''));
  };
  const response = await lab.chat({ stream: true });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const text = await readSlowly(response, (soFar) => {
    if (soFar.startsWith(COMMENT)) doors[0].open();
    if (/assistant[^\n]*\n\n: keep-alive/.test(soFar)) doors[1].open();
  });
  expect(text.replaceAll(COMMENT, '').startsWith('data: ')).toBe(true);
  expect(text.replaceAll(COMMENT, '').endsWith('data: [DONE]\n\n')).toBe(true);
  expect((await lab.booked()).rows.at(-1)).toMatchObject({ quota: 49 });
});

test('a failure after the first comment is an event, another channel may still answer, and plain responses have no comments', async () => {
  const gate = door();
  lab.upstream.script = async (call, response) => {
    await gate.opened;
    await fail(500, { error: { message: 'out of order' } })(call, response);
  };
  const text = await readSlowly(await lab.chat({ stream: true }), () => gate.open());
  expect(text).toMatch(/: keep-alive\n\ndata: \{"error":\{"message":"out of order/);

  await lab.option('RetryTimes', 1);
  await lab.channel({ name: 'second', models: 'gpt-4o' });
  lab.upstream.script = failFirst();
  const again = await readSlowly(await lab.chat({ stream: true }), () => {});
  expect(again.startsWith(COMMENT)).toBe(true);
  expect(again.endsWith('data: [DONE]\n\n')).toBe(true);

  lab.upstream.script = completion({ delayMs: LONGER_MS });
  expect(await (await lab.chat()).text()).not.toContain('keep-alive');
});

test('the official clients read streams that begin with comments', async () => {
  lab.upstream.script = completion({ delayMs: LONGER_MS });
  const messages = [{ role: 'user' as const, content: 'Hi' }];
  const chat = new OpenAI({ apiKey: lab.key, baseURL: `${lab.url}/v1`, maxRetries: 0 });
  const claude = new Anthropic({ apiKey: lab.key, baseURL: lab.url, maxRetries: 0 });
  const google = new GoogleGenAI({ apiKey: lab.key, httpOptions: { baseUrl: lab.url } });
  const texts = await Promise.all([
    gather(
      chat.chat.completions.create({ model: 'gpt-4o', messages, stream: true }),
      (chunk) => chunk.choices[0]?.delta.content,
    ),
    gather(chat.responses.create({ model: 'gpt-4o-mini', input: 'Hi', stream: true }), (event) =>
      event.type === 'response.output_text.delta' ? event.delta : '',
    ),
    claude.messages.stream({ model: 'gpt-4o', max_tokens: 50, messages }).finalText(),
    gather(google.models.generateContentStream({ model: 'gpt-4o', contents: 'Hi' }), ({ text }) => text),
  ]);
  expect(texts).toEqual(Array(4).fill('Hello there'));
});

test('the playground gets comments only between whole events', async () => {
  const gate = door();
  lab.upstream.script = async (call, response) => {
    await gate.opened;
    await completion()(call, response);
  };
  const secret = await sessions.start(lab.ctx, lab.payer.id, { ip: '127.0.0.1', userAgent: 'test' });
  const response = await fetch(`${lab.url}/pg/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: `sid=${secret}`,
      'new-api-user': String(lab.payer.id),
      'sec-fetch-site': 'same-origin',
    },
    body: JSON.stringify({ ...hello, group: '', stream: true }),
  });
  const text = await readSlowly(response, () => gate.open());
  expect(text.startsWith(COMMENT)).toBe(true);
  const events = text.split('\n\n').filter((event) => event !== '' && !event.startsWith(':'));
  expect(events.at(-1)).toBe('data: [DONE]');
  const chunks = events.slice(0, -1).map((event) => JSON.parse(event.replace('data: ', '')));
  expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('Hello there');
});

/** The first channel breaks after a while, the others answer. */
function failFirst(): Script {
  let calls = 0;
  return async (call, response) => {
    calls += 1;
    if (calls > 1) return completion()(call, response);
    await new Promise((resolve) => setTimeout(resolve, LONGER_MS));
    await fail(500)(call, response);
  };
}

async function gather<T>(
  stream: Promise<AsyncIterable<T>>,
  read: (item: T) => string | null | undefined,
): Promise<string> {
  let text = '';
  for await (const item of await stream) text += read(item) ?? '';
  return text;
}

async function readSlowly({ body }: Response, look: (soFar: string) => void): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const piece of body as ReadableStream<Uint8Array>) {
    text += decoder.decode(piece, { stream: true });
    look(text);
  }
  return text;
}

function door() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
