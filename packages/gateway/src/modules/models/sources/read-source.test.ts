import { pricingRuns } from '@tollgate/pricing/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyPriceFile } from '../../../testing/price-files.ts';
import { readSource } from './read-source.ts';

const priceOf = (json: unknown, model: string) => readSource(json)?.get(model)?.price;

test('the formats of all four sources are read', () => {
  const modelsDev = {
    openai: {
      id: 'openai',
      models: {
        'gpt-5': { cost: { input: 1.25, output: 10, cache_read: 0.125 }, limit: { context: 400_000 } },
      },
    },
    someHost: { id: 'someHost', models: { 'gpt-5': { cost: { input: 9, output: 9 } } } },
  };
  expect(priceOf(modelsDev, 'gpt-5')).toMatchObject({ input: 1.25, output: 10, cache_read: 0.125 });
  expect(readSource(modelsDev)?.get('gpt-5')?.facts).toEqual({ context: 400_000 });
  expect(priceOf(modelsDev, 'someHost/gpt-5')).toMatchObject({ input: 9 });

  const litellm = {
    sample_spec: { input_cost_per_token: 0 },
    'gemini/gemini-2.5-pro': {
      input_cost_per_token: 1.25e-6,
      output_cost_per_token: 1e-5,
      cache_read_input_token_cost: 1.25e-7,
      cache_creation_input_token_cost_above_1hr: 2.5e-6,
      deprecation_date: '2026-12-01',
    },
  };
  expect(priceOf(litellm, 'gemini-2.5-pro')).toMatchObject({
    input: 1.25,
    output: 10,
    cache_write_hour: 2.5,
  });
  expect(readSource(litellm)?.get('gemini-2.5-pro')?.facts).toEqual({ deprecated: '2026-12-01' });
  expect(readSource(litellm)?.has('sample_spec')).toBe(false);
  const listener = { mode: 'audio_transcription', input_cost_per_token: 0, input_cost_per_second: 0.0001 };
  expect(priceOf({ listener }, 'listener')).toMatchObject({ input: null, per_second: 0.0001 });

  const openrouter = {
    data: [{ id: 'x-ai/grok-4.7', pricing: { prompt: '0.000002', completion: '0.000006' } }],
  };
  expect(priceOf(openrouter, 'grok-4.7')).toMatchObject({ input: 2, output: 6 });

  const gateway = {
    data: [
      { model_name: 'gpt-4o', quota_type: 0, model_ratio: 1.25, completion_ratio: 4, model_price: 0 },
      { model_name: 'dall-e-3', quota_type: 1, model_ratio: 0, completion_ratio: 0, model_price: 0.04 },
      { model_name: 'listener', quota_type: 1, model_price: 0.0001, unit: 'second' },
      { model_name: 'refused', quota_type: 0, model_ratio: 37.5, completion_ratio: 1, unpriced: true },
    ],
  };
  expect(priceOf(gateway, 'gpt-4o')).toMatchObject({ input: 2.5, output: 10, per_call: null });
  expect(priceOf(gateway, 'dall-e-3')).toMatchObject({ input: null, per_call: 0.04 });
  expect(priceOf(gateway, 'listener')).toMatchObject({ per_call: null, per_second: 0.0001 });
  expect(readSource(gateway)?.has('refused')).toBe(false);
});

test('absurd amounts, and answers with a price after free prompts, are no prices', () => {
  const rows = {
    tiny: { input_cost_per_token: 5e-324 },
    huge: { input_cost_per_token: 2 },
    painter: { input_cost_per_token: 0, output_cost_per_token: 4e-5 },
    free: { input_cost_per_token: 0, output_cost_per_token: 0 },
  };
  expect([...(readSource(rows)?.keys() ?? [])]).toEqual(['free']);
});

// `PRICING=1` tries 10,000 files.
test('a hostile file never breaks the reader, and nothing but prices comes out of it', () => {
  fc.assert(
    fc.property(anyPriceFile, (file) => {
      for (const [name, { price, facts }] of readSource(JSON.parse(JSON.stringify(file))) ?? []) {
        expect(name).toMatch(/^[^\p{C}*]{1,255}(?<!\*)|^.*[^*]$/u);
        expect(['__proto__', 'constructor', 'prototype']).not.toContain(name);
        const units = [price.input, price.per_call, price.per_second];
        expect(units.filter((unit) => unit !== null)).toHaveLength(1);
        for (const amount of Object.values(price))
          if (amount !== null) expect(amount >= 0 && amount <= 1_000_000).toBe(true);
        for (const fact of Object.values(facts)) expect(['number', 'string']).toContain(typeof fact);
      }
    }),
    pricingRuns(),
  );
}, 600_000);
