import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { getModelService, listPricing, type PricingEntry } from '@tollgate/contract';
import { enter } from '@tollgate/ui/testing/enter';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { answerForNewcomer } from './newcomer.fixtures.ts';
import { prices } from './pricing.fixtures.ts';
import './pricing-page.tsx'; // preloaded: the first test must not wait for it

const gpt4o = prices.data.find(({ model_name }) => model_name === 'gpt-4o')!;

beforeEach(answerForNewcomer);
afterEach(forgetAnswers);

async function open(path: string, entry: PricingEntry) {
  answer(listPricing, { ...prices, data: [entry] });
  await renderArea({ id: 'user', area, role: 'user', path });
  return userEvent.setup({ pointerEventsCheck: 0 });
}

test('the sheet says what else a call may cost, and the calculator counts it', async () => {
  const claude = {
    ...gpt4o,
    model_name: 'claude-x',
    model_ratio: 1.5,
    completion_ratio: 5,
    cache_ratio: 0.1,
    cache_write_ratio: 1.25,
    cache_write_hour_ratio: 2,
    steps: [{ above: 200_000, input: 2, output: 1.5 }],
    tiers: { batch: 0.5 },
    tools: { web_search: 0.01 },
  };
  const person = await open('/pricing?model=claude-x&group=vip', claude);
  const sheet = await screen.findByRole('dialog', { name: 'claude-x' });
  const rows = within(sheet)
    .getAllByRole('term')
    .map((term) => term.parentElement?.textContent);
  expect(rows).toEqual(
    expect.arrayContaining([
      'Cache write (5 min)$1.875 / 1M',
      'Cache write (1 h)$3.00 / 1M',
      'Input / output, prompts above 200,000 tokens$3.00 / $11.25 / 1M',
      'Service tier batch× 0.5',
      'Web search$0.005 / use',
    ]),
  );
  const fill = async (name: string, value: string) => {
    const field = within(sheet).getByRole('spinbutton', { name });
    await person.clear(field);
    await enter(person, field, value);
  };
  await fill('Requests', '1');
  await fill('Input tokens each', '250000');
  await fill('of which cache writes (1 h)', '200000');
  await fill('Output tokens each', '1000');
  // At half the price: 50,000 at $6, 200,000 at $12 and 1,000 at $22.50.
  expect(await within(sheet).findByText('≈ $1.36125')).toBeTruthy();
  expect(within(sheet).getByText('$1.36125 / request · long prompt, more than 200,000 tokens')).toBeTruthy();
});

test('vectors have a price for what goes in, and none for an answer', async () => {
  const vectors = { ...gpt4o, model_name: 'text-embedding-x', kind: 'embedding' };
  await open('/pricing?model=text-embedding-x', vectors);
  const sheet = await screen.findByRole('dialog', { name: 'text-embedding-x' });
  expect(within(sheet).getByRole('row', { name: /^vip/ }).textContent).toBe('vip$1.25–$0.625');
  expect(within(sheet).queryByRole('spinbutton', { name: 'Output tokens each' })).toBeNull();
  // 10,000 requests of 1,500 tokens.
  expect(within(sheet).getByText('≈ $37.50')).toBeTruthy();
});

test('the sheet says how the model was served, and opens the playground with it', async () => {
  answer(getModelService, {
    status: 'degraded',
    success_rate: 0.912,
    first_token_ms: 640,
    tokens_per_second: 48,
  });
  await open('/pricing?model=gpt-4o', gpt4o);
  const sheet = await screen.findByRole('dialog', { name: 'gpt-4o' });
  expect(await within(sheet).findByText('Some failures')).toBeTruthy();
  expect(
    within(sheet).getByText('91.2% succeeded · first token after 640 ms · 48 tokens per second'),
  ).toBeTruthy();
  expect(within(sheet).getByText('For most tasks.')).toBeTruthy();
  const link = within(sheet).getByRole('link', { name: 'Try in the playground' });
  expect(link.getAttribute('href')).toBe('/playground?model=gpt-4o');
});
