import { listLogs } from '@tollgate/contract';
import { type BilledRow, recomputeQuota } from '@tollgate/pricing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../testing/callers.ts';
import {
  askAll,
  bookedRows,
  expectRest,
  startFaultLab,
  type Vendor,
  vendors,
} from '../../testing/fault-lab.ts';
import { recordedStreams } from '../../testing/recorded-streams.ts';
import type { RelayLab } from '../../testing/relay.ts';
import { sendEvents, sendJson } from '../../testing/upstream.ts';
import { voiceOf } from '../../testing/voices.ts';

/**
 * Every case has 100 prompt and 10 answer tokens besides the rest; an answer token costs 4, a cached one
 * half.
 */
const cases: Record<Vendor, [what: string, usage: object, quota: number][]> = {
  openai: [
    ['prompt and answer', { prompt_tokens: 100, completion_tokens: 10 }, 140],
    [
      'cached tokens inside the prompt',
      { prompt_tokens: 100, completion_tokens: 10, prompt_tokens_details: { cached_tokens: 40 } },
      120,
    ],
    [
      'thoughts inside the answer',
      { prompt_tokens: 100, completion_tokens: 10, completion_tokens_details: { reasoning_tokens: 8 } },
      140,
    ],
  ],
  claude: [
    ['prompt and answer', { input_tokens: 100, output_tokens: 10 }, 140],
    [
      'tokens read from the cache, apart from the prompt',
      { input_tokens: 100, output_tokens: 10, cache_read_input_tokens: 40 },
      160,
    ],
    [
      'tokens written to the cache, as a total only',
      { input_tokens: 100, output_tokens: 10, cache_creation_input_tokens: 80 },
      240,
    ],
    [
      'the total beside parts that are null',
      { input_tokens: 100, output_tokens: 10, cache_creation_input_tokens: 80, cache_creation: null },
      240,
    ],
    [
      'tokens written for five minutes and for an hour',
      {
        input_tokens: 100,
        output_tokens: 10,
        cache_creation_input_tokens: 80,
        cache_creation: { ephemeral_5m_input_tokens: 40, ephemeral_1h_input_tokens: 40 },
      },
      270,
    ],
  ],
  gemini: [
    ['prompt and answer', { promptTokenCount: 100, candidatesTokenCount: 10 }, 140],
    [
      'thoughts apart from the answer',
      { promptTokenCount: 100, candidatesTokenCount: 10, thoughtsTokenCount: 5 },
      160,
    ],
    [
      'what tools read, apart from the prompt',
      { promptTokenCount: 100, toolUsePromptTokenCount: 20, candidatesTokenCount: 10 },
      160,
    ],
    [
      'cached tokens inside the prompt',
      { promptTokenCount: 100, cachedContentTokenCount: 40, candidatesTokenCount: 10 },
      120,
    ],
  ],
};
const callersOf: Caller[] = ['chat', 'messages', 'responses', 'gemini'];

let lab: RelayLab;
beforeAll(async () => {
  lab = await startFaultLab();
  const forAll = (ratio: number) => Object.fromEntries(vendors.map((vendor) => [`m-${vendor}`, ratio]));
  await lab.option('CompletionRatio', forAll(4));
  await lab.option('CacheRatio', forAll(0.5));
});
afterAll(() => lab.close());

/** The recorded response of a vendor with this usage in its usual place. */
function answerWith(vendor: Vendor, usage: object): { plain: object; frames: string[] } {
  const { begin, end } = recordedStreams[vendor];
  const member = vendor === 'gemini' ? 'usageMetadata' : 'usage';
  const usageJson = JSON.stringify(usage);
  const frames = [...begin, ...end].map((frame) =>
    frame.replace(new RegExp(`"${member}":\\{[^{}]*\\}`), `"${member}":${usageJson}`),
  );
  return { plain: { ...voiceOf(vendor).plain, [member]: usage }, frames };
}

test.each(vendors)(
  'usage of %s costs exactly the same, whole and streamed, in every dialect',
  async (vendor) => {
    const calls = cases[vendor].flatMap(([what, usage, quota]) =>
      callersOf
        // OpenAI serves the responses API itself, in its own format.
        .filter((caller) => !(vendor === 'openai' && caller === 'responses'))
        .flatMap((caller) => [true, false].map((stream) => ({ what, usage, quota, caller, stream }))),
    );
    lab.upstream.script = ({ body, path, json }, response) => {
      const number = Number(/call number (\d+)/.exec(body.toString())?.[1]);
      const { plain, frames } = answerWith(vendor, calls[number]?.usage ?? {});
      const streams = json.stream === true || path.includes(':stream');
      return streams ? sendEvents(frames)({} as never, response) : sendJson(response, 200, plain);
    };
    const seen = await Promise.all(
      calls.map(({ caller, stream }, number) =>
        askAll(lab, { caller, vendor, stream, prompt: `call number ${number}` }),
      ),
    );
    await expectRest(lab);
    const rows = await bookedRows(lab);
    calls.forEach(({ what, quota, caller, stream }, number) => {
      const where = `${what}, ${caller}, ${stream ? 'stream' : 'plain'}`;
      expect(seen[number]?.status, where).toBe(200);
      const row = rows.get(seen[number]?.id ?? '');
      expect(row, where).toMatchObject({ quota, billing_basis: 'upstream_usage' });
    });
  },
);

test('the charge can be recomputed from any usage-log row of the console', async () => {
  const { items, total } = await lab.as('admin').get(listLogs, { p: 1, page_size: 100, type: 2 });
  expect(total).toBeGreaterThan(50);
  expect(items.length).toBeGreaterThan(50);
  for (const row of items) expect(recomputeQuota(row as unknown as BilledRow)).toBe(row.quota);
});
