import { findChannelType } from '@tollgate/contract';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastRow } from '../../testing/booked.ts';
import type { RecordedVendor } from '../../testing/recorded-vendor.ts';
import { recordedVendors } from '../../testing/recorded-vendors.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { cutAfter, type Script, sendJson } from '../../testing/upstream.ts';
import { providers } from '../providers/registry.ts';

let lab: RelayLab;
let openai: OpenAI;
const names = recordedVendors.map((vendor): [string, RecordedVendor] => [vendor.name, vendor]);
const nameOf = ({ name }: RecordedVendor) => `at-${name.toLowerCase().replaceAll(' ', '-')}`;

beforeAll(async () => {
  lab = await startRelayLab({ quota: 100_000_000, channel: false, silenceMs: 20_000 });
  await lab.option('ModelRatio', Object.fromEntries(recordedVendors.map((vendor) => [nameOf(vendor), 1])));
  await lab.option(
    'CompletionRatio',
    Object.fromEntries(recordedVendors.map((vendor) => [nameOf(vendor), 2])),
  );
  for (const vendor of recordedVendors) {
    const { type, channel, model } = vendor;
    const key =
      type === 41
        ? JSON.stringify({ ...JSON.parse(channel.key), token_uri: `${lab.upstream.url}/token` })
        : channel.key;
    const mapping = JSON.stringify({ [nameOf(vendor)]: model });
    await lab.channel({ ...channel, key, type, models: nameOf(vendor), model_mapping: mapping });
  }
  openai = new OpenAI({ baseURL: `${lab.url}/v1`, apiKey: lab.key, maxRetries: 0 });
});
afterAll(() => lab.close());

/** Access tokens are issued at the vendors' own URLs. */
function withAccessToken(script: Script): Script {
  return (call, response) =>
    /^\/(oauth\/2\.0\/)?token/.test(call.path)
      ? sendJson(response, 200, { access_token: '24.pass', expires_in: 2_592_000 })
      : script(call, response);
}

function stream(vendor: RecordedVendor, frames = vendor.frames): Script {
  return withAccessToken(async (_, response) => {
    response.writeHead(200, { 'content-type': vendor.contentType ?? 'text/event-stream' });
    for (const frame of frames) {
      response.write(frame);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    response.end();
  });
}

const question = (vendor: RecordedVendor) => ({
  model: nameOf(vendor),
  messages: [{ role: 'user' as const, content: 'Say hello' }],
  max_tokens: 100,
});
const last = () => lab.upstream.calls.at(-1);

/** PaLM has neither streams nor usage (vendor-rules.test.ts), Spark is a WebSocket (spark.test.ts). */
const testedElsewhere = [11, 18];

test('every provider with its own dialect is recorded', () => {
  const recorded = new Set([...recordedVendors.map(({ type }) => type), ...testedElsewhere]);
  const missing = [...providers].filter(([type, { chat }]) => chat?.native === 'own' && !recorded.has(type));
  expect(
    missing.map(
      ([type]) =>
        `channel type ${type} (${findChannelType(type)?.label}) has no recording: add one to testing/recorded-vendors.ts`,
    ),
  ).toEqual([]);
});

test.each(names)('%s serves an OpenAI client, and its usage is charged', async (_, vendor) => {
  lab.upstream.script = withAccessToken((_call, response) => sendJson(response, 200, vendor.whole));
  const answer = await openai.chat.completions.create(question(vendor));
  expect(answer.choices[0]?.message.content).toBe(vendor.text);
  expect(last()?.path).toMatch(vendor.path);
  expect(last()?.headers).toMatchObject(vendor.headers);
  expect(last()?.json).toMatchObject(vendor.body);
  await expectCharge(vendor);
});

test.each(names)('%s streams to an OpenAI client, and its usage is charged', async (_, vendor) => {
  lab.upstream.script = stream(vendor);
  const answer = await openai.chat.completions.stream(question(vendor)).finalChatCompletion();
  expect(answer.choices[0]?.message.content).toBe(vendor.text);
  expect(last()?.path).toMatch(vendor.streamPath);
  expect(last()?.headers).toMatchObject(vendor.headers);
  expect(last()?.json).toMatchObject(vendor.streamBody);
  await expectCharge(vendor);
});

test.each(names)(
  'a stream of %s ends with an error, never with an end, when it breaks off',
  async (_, vendor) => {
    const script = stream(vendor, []);
    lab.upstream.script = withAccessToken((call, response) =>
      vendor.frames.length < 2
        ? script(call, response)
        : cutAfter(vendor.frames.slice(0, -1).slice(0, 2), vendor.contentType)(call, response),
    );
    const answer = await lab.chat({ ...question(vendor), stream: true });
    const text = await answer.text();
    expect(text).not.toContain('[DONE]');
    expect(text).toContain('"error"');
  },
);

test.each(names)('%s rejects a key, and the caller gets the error without it', async (_, vendor) => {
  lab.upstream.script = withAccessToken((_call, response) =>
    sendJson(response, vendor.refusal.status, vendor.refusal.body),
  );
  const answer = await lab.chat(question(vendor));
  expect(answer.status).toBe(vendor.refusal.status === 403 ? 403 : 502);
  const text = await answer.text();
  for (const part of vendor.channel.key.split('|')) expect(text).not.toContain(part);
});

async function expectCharge({ name, usage }: RecordedVendor): Promise<void> {
  const row = await lastRow(lab);
  if (!usage) return;
  expect(
    row.billing_basis,
    `the usage that ${name} reports is not read: return a part of the type "usage" from decode and the decoder`,
  ).toBe('upstream_usage');
  expect([row.prompt_tokens, row.completion_tokens]).toEqual(usage);
  expect(row.quota).toBeGreaterThan(0);
}
