import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { strictClaude } from '../../testing/strict-claude.ts';
import { ask } from '../../testing/talk.ts';

const models = ['claude-haiku-4-5-20251001', 'claude-opus-4-7', 'claude-opus-5', 'claude-opus-5-5'];
const schema = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};
let lab: RelayLab;

beforeAll(async () => {
  lab = await startRelayLab({ channel: false, quota: 1_000_000_000 });
  await lab.channel({ type: 33, models: models.join(','), key: 'ak|sk|us-east-1' });
  await lab.option('ModelRatio', Object.fromEntries(models.map((model) => [model, 1])));
});
afterAll(() => lab.close());

/** Amazon has the model in the path and a version in the body. */
beforeEach(() => {
  const api = strictClaude();
  lab.upstream.script = (call, response) => {
    const { anthropic_version, ...json } = call.json;
    expect(anthropic_version).toBe('bedrock-2023-05-31');
    const [, model = ''] = decodeURIComponent(call.path).split('anthropic.');
    return api({ ...call, json: { model, ...json } }, response);
  };
});

const sent = () => lab.upstream.calls.at(-1)?.json ?? {};

test.each(models)('%s at Amazon takes efforts, tools with results, and a schema', async (model) => {
  const talk = { model, text: 'Weather?', stream: false, temperature: 0.5 };
  for (const effort of ['none', 'high'] as const)
    expect((await ask(lab, 'chat', { ...talk, effort })).text).toBe('Sunny.');
  for (const dialect of ['chat', 'responses'] as const) {
    const earlier = await ask(lab, dialect, { ...talk, tools: true, effort: 'high' });
    expect((await ask(lab, dialect, { ...talk, tools: true, effort: 'high', earlier })).text).toBe('Sunny.');
  }
  const { text } = await ask(lab, 'chat', { ...talk, schema });
  expect(JSON.parse(text)).toEqual({ city: 'Zürich' });
});

test('Amazon gets a schema as a tool, and as a format where tools cannot be forced', async () => {
  const talk = { text: 'Weather?', stream: false, schema };
  await ask(lab, 'chat', { ...talk, model: 'claude-opus-5' });
  expect(sent()).toMatchObject({ tool_choice: { type: 'tool', name: 'gateway_json_answer' } });
  await ask(lab, 'chat', { ...talk, model: 'claude-opus-5-5' });
  expect(sent()).toMatchObject({ output_config: { format: { type: 'json_schema' } } });
});

test('tools stay strict where Amazon enforces their schemas', async () => {
  const talk = { text: 'Weather?', stream: false, tools: true };
  const isStrict = async (model: string) => {
    await ask(lab, 'chat', { ...talk, model });
    return (sent().tools as { strict?: boolean }[])[0]?.strict === true;
  };
  expect(await isStrict('claude-haiku-4-5-20251001')).toBe(true);
  expect(await isStrict('claude-opus-4-7')).toBe(false);
});
