import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLAUDE, claudeEvents, claudeMessage } from '../../testing/recorded-claude.ts';
import type { RelayLab } from '../../testing/relay.ts';
import { startClaudeLab } from '../../testing/relay-labs.ts';
import { sendEvents, sendJson } from '../../testing/upstream.ts';

let lab: RelayLab;
beforeAll(async () => {
  lab = await startClaudeLab();
});
afterAll(() => lab.close());

/** A recorded response with compaction: the top level is only the last sampling. */
const compacted = {
  input_tokens: 682,
  output_tokens: 1320,
  iterations: [
    { type: 'compaction', input_tokens: 60_385, output_tokens: 592 },
    { type: 'message', input_tokens: 682, output_tokens: 1320 },
  ],
};
const COMPACTED = { prompt_tokens: 61_067, completion_tokens: 1912, billing_basis: 'upstream_usage' };
/** Long enough for the tokens reported below. */
const prompt = { messages: [{ role: 'user', content: 'word '.repeat(60_000) }] };

test.each([
  ['from nothing', { input_tokens: 0 }, { input_tokens: 5000 }, 5000, 0],
  ['from a smaller count', { input_tokens: 43 }, { input_tokens: 61 }, 61, 0],
  ['to nothing', { input_tokens: 43 }, { input_tokens: 0 }, 43, 0],
  [
    'next to a cached share that only the first report has',
    { input_tokens: 10, cache_read_input_tokens: 400 },
    { input_tokens: 30 },
    430,
    400,
  ],
  [
    'together with its cached share',
    { input_tokens: 500 },
    { input_tokens: 100, cache_read_input_tokens: 450 },
    550,
    450,
  ],
])(
  'a prompt count that message_delta changes %s is charged and converted',
  async (_, first, later, prompt, cached) => {
    lab.upstream.script = sendEvents(
      claudeEventsWith({ ...first, output_tokens: 1 }, { ...later, output_tokens: 50 }),
    );
    expect((await callMessages(true)).usage).toEqual({ ...later, output_tokens: 50 });
    await expectBilled({ prompt_tokens: prompt, completion_tokens: 50, billing_basis: 'upstream_usage' });
    const usage = { prompt_tokens: prompt, prompt_tokens_details: { cached_tokens: cached } };
    expect((await callChat(true)).usage).toMatchObject(usage);
    await expectBilled({ prompt_tokens: prompt, completion_tokens: 50, billing_basis: 'upstream_usage' });
  },
);

test('a whole response is charged and converted with the sum of its samplings', async () => {
  lab.upstream.script = (_, response) => sendJson(response, 200, { ...claudeMessage, usage: compacted });
  await callMessages(false);
  await expectBilled(COMPACTED);
  expect((await callChat(false)).usage).toMatchObject({ prompt_tokens: 61_067, completion_tokens: 1912 });
  await expectBilled(COMPACTED);
});

test('a stream is charged and converted with the sum of its samplings', async () => {
  lab.upstream.script = sendEvents(claudeEventsWith({ input_tokens: 612, output_tokens: 1 }, compacted));
  await callMessages(true);
  await expectBilled(COMPACTED);
  expect((await callChat(true)).usage).toMatchObject({ prompt_tokens: 61_067, completion_tokens: 1912 });
  await expectBilled(COMPACTED);
});

async function expectBilled(row: object) {
  expect((await lab.booked()).rows.at(-1)).toMatchObject(row);
}

function claudeEventsWith(first: object, later: object): string[] {
  return claudeEvents.map((event) => {
    if (event.includes('event: message_start'))
      return withUsage(event, (data) => (data.message.usage = first));
    return event.includes('event: message_delta') ? withUsage(event, (data) => (data.usage = later)) : event;
  });
}

// biome-ignore lint/suspicious/noExplicitAny: events of several shapes
function withUsage(event: string, change: (data: any) => void): string {
  const [head = '', data = ''] = event.split('\ndata: ');
  const json = JSON.parse(data);
  change(json);
  return `${head}\ndata: ${JSON.stringify(json)}\n\n`;
}

type ResponseBody = { usage?: Record<string, unknown> };

async function callMessages(stream: boolean): Promise<ResponseBody> {
  const answer = await fetch(`${lab.url}/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': lab.key },
    body: JSON.stringify({ model: CLAUDE, max_tokens: 4000, stream, ...prompt }),
  });
  return read(answer, stream, 'message_delta');
}

async function callChat(stream: boolean): Promise<ResponseBody> {
  const more = stream ? { stream, stream_options: { include_usage: true } } : {};
  return read(await lab.chat({ model: CLAUDE, max_tokens: 4000, ...prompt, ...more }), stream, '"usage"');
}

async function read(answer: Response, stream: boolean, mark: string): Promise<ResponseBody> {
  const text = await answer.text();
  if (!stream) return JSON.parse(text) as ResponseBody;
  const line = text.split('\n').find((each) => each.startsWith('data: {') && each.includes(mark));
  return JSON.parse(line?.slice(6) ?? '{}') as ResponseBody;
}
