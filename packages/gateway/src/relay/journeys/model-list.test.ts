import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';

let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab({ channel: false });
  await lab.option('GroupRatio', { default: 0.5 });
  await lab.channel({ models: 'claude-sonnet-4-5-20250929,dall-e-3,mystery,text-embedding-3-small' });
});
afterAll(() => lab.close());

async function list(headers: Record<string, string> = {}, path = '/v1/models') {
  const answer = await fetch(`${lab.url}${path}`, {
    headers: { authorization: `Bearer ${lab.key}`, ...headers },
  });
  return (await answer.json()) as { data: Record<string, unknown>[]; models: Record<string, unknown>[] };
}

test('the list has size, price and parameters of each model, as OpenRouter has them', async () => {
  const { data } = await list();
  const cardOf = (id: string) => data.find((card) => card.id === id);
  expect(cardOf('claude-sonnet-4-5-20250929')).toMatchObject({
    object: 'model',
    context_length: 1_000_000,
    max_completion_tokens: 64_000,
    // $3 and $15 per million, at half the price.
    pricing: {
      prompt: '0.0000015',
      completion: '0.0000075',
      input_cache_read: '0.00000015',
      input_cache_write: '0.000001875',
      request: '0',
    },
    supported_parameters: expect.arrayContaining(['max_tokens', 'tools', 'reasoning']),
  });
  expect(cardOf('dall-e-3')).toMatchObject({ pricing: { request: '0.02' } });
  expect(cardOf('dall-e-3')).not.toHaveProperty('supported_parameters');
  // $0.02 per million, at half the price: no answer, and no writes to a cache.
  expect(cardOf('text-embedding-3-small')?.pricing).toEqual({
    prompt: '0.00000001',
    completion: '0',
    request: '0',
    input_cache_read: '0.00000001',
  });
  expect(cardOf('mystery')).not.toHaveProperty('pricing');
});

test('clients of Anthropic get the list and a model as their vendor has them', async () => {
  const list = await read('/v1/models', { 'anthropic-version': '2023-06-01', 'x-api-key': lab.key });
  const card = {
    type: 'model',
    id: 'claude-sonnet-4-5-20250929',
    display_name: 'claude-sonnet-4-5-20250929',
    created_at: expect.stringMatching(/^20\d\d-\d\d-\d\dT/),
  };
  expect(list).toEqual({
    data: expect.arrayContaining([card]),
    has_more: false,
    first_id: expect.any(String),
    last_id: expect.any(String),
  });
  const ids = (list.data as { id: string }[]).map(({ id }) => id);
  expect([ids[0], ids.at(-1)]).toEqual([list.first_id, list.last_id]);
  const one = await read(`/v1/models/${card.id}`, {
    'anthropic-version': '2023-06-01',
    'x-api-key': lab.key,
  });
  expect(one).toEqual(card);
});

test('clients of Google get the list and a model as their vendor has them', async () => {
  const card = {
    name: 'models/claude-sonnet-4-5-20250929',
    baseModelId: 'claude-sonnet-4-5-20250929',
    displayName: 'claude-sonnet-4-5-20250929',
    version: '',
    inputTokenLimit: 1_000_000,
    outputTokenLimit: 64_000,
    supportedGenerationMethods: ['generateContent', 'streamGenerateContent', 'countTokens'],
  };
  const list = await read('/v1beta/models', { 'x-goog-api-key': lab.key });
  expect(list).toEqual({ models: expect.arrayContaining([card]) });
  expect(await read(`/v1beta/${card.name}`, { 'x-goog-api-key': lab.key })).toEqual(card);
});

/** What a client of another vendor gets, without the header of OpenAI's. */
async function read(path: string, headers: Record<string, string>) {
  const answer = await fetch(`${lab.url}${path}`, { headers });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<string, unknown>;
}
