import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';

let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab({ channel: false });
  await lab.option('GroupRatio', { default: 0.5 });
  await lab.channel({ models: 'claude-sonnet-4-5-20250929,dall-e-3,mystery' });
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
  expect(cardOf('mystery')).not.toHaveProperty('pricing');
});

test('clients of Anthropic and Google get the shapes of their vendors', async () => {
  expect((await list({ 'anthropic-version': '2023-06-01' })).data[0]).toMatchObject({ type: 'model' });
  expect((await list({ 'x-goog-api-key': lab.key }, '/v1beta/models')).models[0]).toHaveProperty(
    'displayName',
  );
});
