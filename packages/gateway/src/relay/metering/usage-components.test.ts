import { noUsage, type TokenPrice, type Usage } from '@tollgate/pricing';
import { expect, test } from 'vitest';
import type { RelayRequest } from '../dialects/dialect.ts';
import type { CallHold } from './bill.ts';
import { checkUsage } from './usage-bounds.ts';

const ratios = {
  modelRatio: 1,
  completionRatio: 1,
  cacheRatio: 1,
  cacheWriteRatio: 1,
  cacheWriteHourRatio: 1,
};
const rest = { audioRatio: 1, audioCompletionRatio: 1, groupRatio: 1, quotaPerUnit: 500_000 };
const price: TokenPrice = { kind: 'tokens', ...ratios, ...rest };

/** A call whose request shows all that the model reads, with an answer of at most 50 tokens. */
const hold: CallHold = {
  id: 'x',
  model: 'gpt-4o',
  group: 'default',
  logged: true,
  price,
  amount: 100,
  promptTokens: 40,
  promptHeld: 40,
  promptCounted: true,
  kinds: { mayWriteCache: true },
  worstCost: () => 100,
  prompt: 'shown',
  length: 'request',
  outputTokens: 50,
  choices: 1,
};
const json = { messages: [{ role: 'user', content: 'Hello' }], max_tokens: 50 };
const relayRequest = { model: 'gpt-4o', stream: false, maxOutput: 50, json } as unknown as RelayRequest;

const ABSURD = 1e12;
/** More than this request can use, with all tolerance for the ways in which vendors count. */
const MOST = 100_000;

const counts = Object.keys(noUsage).filter((key) => key !== 'tier') as Exclude<keyof Usage, 'tier'>[];

test.each(counts)('an absurd count of %s is never charged', (component) => {
  const report = { input: 30, output: 20, [component]: ABSURD };
  const { usage } = checkUsage(report, hold, relayRequest, undefined);
  expect(
    usage[component] ?? 0,
    `limit ${component} to what the request makes possible in relay/metering/usage-bounds.ts`,
  ).toBeLessThan(MOST);
});
