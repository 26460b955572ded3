import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lastRow } from '../../testing/booked.ts';
import { type CompatibleVendor, compatibleVendors } from '../../testing/recorded-compatible.ts';
import { modelHosts } from '../../testing/recorded-hosted-models.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { sendEvents, sendJson } from '../../testing/upstream.ts';

let lab: RelayLab;
let anthropic: Anthropic;
const vendors = [...compatibleVendors, ...modelHosts];
const nameOf = ({ name }: CompatibleVendor) => `at-${name.toLowerCase()}`;

beforeAll(async () => {
  lab = await startRelayLab({ quota: 100_000_000, channel: false });
  const all = (value: number) => Object.fromEntries(vendors.map((vendor) => [nameOf(vendor), value]));
  await lab.option('ModelRatio', all(10));
  await lab.option('CompletionRatio', all(2));
  await lab.option('CacheRatio', all(0.5));
  for (const vendor of vendors) {
    const model_mapping = JSON.stringify({ [nameOf(vendor)]: vendor.model });
    await lab.channel({ ...vendor.channel, type: vendor.type, models: nameOf(vendor), model_mapping });
  }
  anthropic = new Anthropic({ baseURL: lab.url, apiKey: lab.key, maxRetries: 0 });
});
afterAll(() => lab.close());

const call = { id: 'call00001', type: 'function', function: { name: 'look', arguments: '{"at":"ü"}' } };
const tools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }];
const messages = [{ role: 'user', content: 'Say hello' }];
const TEXT = 'Hello there';

function wholeOf(vendor: CompatibleVendor, withCall = false): object {
  const { model, whole, message, usage } = vendor;
  const content = withCall ? { content: '', tool_calls: [call] } : { content: TEXT };
  const choice = {
    index: 0,
    message: { role: 'assistant', ...content, ...message },
    finish_reason: withCall ? 'tool_calls' : 'stop',
  };
  return { id: 'c-1', model, ...whole, choices: [choice], usage };
}

function eventsOf({ model, usage, usageIn, lastEvent }: CompatibleVendor, withCall = false): string[] {
  const event = (choices: object[], rest: object = {}) =>
    `data: ${JSON.stringify({ id: 'c-1', object: 'chat.completion.chunk', created: 1, model, choices, ...rest })}\n\n`;
  const running =
    usageIn === 'every-event' ? { usage: { prompt_tokens: 20, completion_tokens: 1, total_tokens: 21 } } : {};
  const deltas = withCall
    ? [{ role: 'assistant', content: '' }, { tool_calls: [{ index: 0, ...call }] }]
    : [{ role: 'assistant', content: 'Hello ' }, { content: 'there' }];
  const finish_reason = withCall ? 'tool_calls' : 'stop';
  const end = {
    index: 0,
    delta: { content: '' },
    finish_reason,
    ...(usageIn === 'last-choice' && { usage }),
  };
  return [
    ...deltas.map((delta) => event([{ index: 0, delta, finish_reason: null }], running)),
    event([end], {
      ...((usageIn === 'last-event' || usageIn === 'every-event') && { usage }),
      ...lastEvent,
    }),
    ...(usageIn === undefined ? [event([], { usage })] : []),
    'data: [DONE]\n\n',
  ];
}

describe.each(vendors)('$name', (vendor) => {
  const [prompt, cached, output] = vendor.tokens;
  const model = nameOf(vendor);
  const quota = (prompt - cached) * 10 + cached * 5 + output * 20;

  async function expectCharge() {
    const row = await lastRow(lab);
    expect(row).toMatchObject({
      ...{ model_name: model, billing_basis: 'upstream_usage', quota },
      ...{ prompt_tokens: prompt, completion_tokens: output },
    });
    expect(JSON.parse(row.other).cache_tokens ?? 0).toBe(cached);
  }

  test('sends its answer unchanged, and its usage is charged', async () => {
    const answer = wholeOf(vendor);
    lab.upstream.script = (_, response) => sendJson(response, 200, answer);
    expect(await (await lab.chat({ model, messages })).json()).toEqual(answer);
    expect(lab.upstream.calls.at(-1)?.json.model).toBe(vendor.model);
    await expectCharge();
  });

  test('streams unchanged with its usage, which is charged', async () => {
    const events = eventsOf(vendor);
    lab.upstream.script = sendEvents(events);
    const body = { model, messages, stream: true, stream_options: { include_usage: true } };
    expect(await (await lab.chat(body)).text()).toBe(events.join(''));
    await expectCharge();
  });

  test('calls a tool for a client of its format and for one of Anthropic, streamed', async () => {
    lab.upstream.script = (_, response) => sendJson(response, 200, wholeOf(vendor, true));
    const own = (await (await lab.chat({ model, messages, tools })).json()) as {
      choices: { message: { tool_calls: object[] } }[];
    };
    expect(own.choices[0]?.message.tool_calls).toEqual([call]);
    lab.upstream.script = sendEvents(eventsOf(vendor, true));
    const answer = await anthropic.messages
      .stream({
        ...{ model, max_tokens: 100, messages: [{ role: 'user', content: 'Look' }] },
        tools: [{ name: 'look', input_schema: { type: 'object' } }],
      })
      .finalMessage();
    expect(answer.content.at(-1)).toMatchObject({ type: 'tool_use', name: 'look', input: { at: 'ü' } });
    expect(answer).toMatchObject({
      stop_reason: 'tool_use',
      usage: { input_tokens: prompt - cached, cache_read_input_tokens: cached, output_tokens: output },
    });
    await expectCharge();
  });

  test('refuses a call, and its words reach clients of both formats at no cost', async () => {
    const { status, body, says } = vendor.refusal;
    lab.upstream.script = (_, response) => sendJson(response, status, body);
    const { balance } = await lab.booked();
    const refused = await lab.chat({ model, messages });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    // 402 is about the site's account, not the caller's.
    if (status >= 400) expect(refused.status).toBe(status === 402 ? 502 : status);
    const { error } = (await refused.json()) as { error: { message: string } };
    expect(error.message).toContain(says);
    const other = await anthropic.messages
      .create({ model, max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] })
      .catch((reason: unknown) => reason as InstanceType<typeof Anthropic.APIError>);
    expect(other).toMatchObject({ status: refused.status, message: expect.stringContaining(says) });
    expect((await lab.booked()).balance).toBe(balance);
  });
});
