import { channelTypes } from '@tollgate/contract';
import { readOptions } from '@tollgate/contract/options';
import { expect, test } from 'vitest';
import type { Target } from './provider.ts';
import { providers } from './registry.ts';

const options = readOptions(new Map());
const target = (changes: Partial<Target> = {}): Target => ({
  baseUrl: 'https://host',
  key: 'k',
  model: 'm',
  other: 'acc/1',
  organization: '',
  options,
  stream: false,
  ...changes,
});

test('a provider is registered for exactly the channel types that serve models', () => {
  const types = channelTypes.filter(({ serves }) => serves === undefined);
  const codes = new Set(types.map(({ code }) => code));
  const unregistered = types.filter(({ code }) => !providers.has(code));
  expect([
    ...unregistered.map(
      ({ code, label }) =>
        `channel type ${code} (${label}) has no provider: add it to openai-family.ts, or its adapter to registry.ts`,
    ),
    ...[...providers.keys()]
      .filter((code) => !codes.has(code))
      .map(
        (code) => `provider ${code} has no row in packages/contract/src/channel-types.ts that serves models`,
      ),
  ]).toEqual([]);
  for (const { code, label } of types) {
    const provider = providers.get(code);
    const { chat, others = [] } = provider?.forModel?.('any') ?? provider ?? {};
    expect(chat ?? others[0], `channel type ${code} (${label}) has neither chat nor others`).toBeDefined();
  }
});

test.each([
  [1, {}, 'https://host/v1/chat/completions'],
  [8, { baseUrl: 'https://host/x/{model}/go', model: 'a/b' }, 'https://host/x/a%2Fb/go'],
  [17, {}, 'https://host/compatible-mode/v1/chat/completions'],
  [27, {}, 'https://host/chat/completions'],
  [35, {}, 'https://host/v1/text/chatcompletion_v2'],
  [39, {}, 'https://host/client/v4/accounts/acc%2F1/ai/v1/chat/completions'],
  [45, {}, 'https://host/api/v3/chat/completions'],
  [45, { model: 'bot-1' }, 'https://host/api/v3/bots/chat/completions'],
  [46, {}, 'https://host/v2/chat/completions'],
  [
    1,
    { baseUrl: 'https://gateway.ai.cloudflare.com/v1/a/b/openai' },
    'https://gateway.ai.cloudflare.com/v1/a/b/openai/chat/completions',
  ],
  [14, {}, 'https://host/v1/messages'],
  [
    3,
    { model: 'gpt-3.5-turbo', other: '' },
    'https://host/openai/deployments/gpt-35-turbo/chat/completions?api-version=2024-12-01-preview',
  ],
  [24, { model: 'gemini-x' }, 'https://host/v1beta/models/gemini-x:generateContent'],
  [
    24,
    { model: 'gemini-1.0-pro', stream: true },
    'https://host/v1/models/gemini-1.0-pro:streamGenerateContent?alt=sse',
  ],
  [34, {}, 'https://host/compatibility/v1/chat/completions'],
])('a channel of type %i is called where its vendor listens', (type, changes, url) => {
  expect(providers.get(type)?.chat?.address(target(changes)).url).toBe(url);
});

test.each([
  [
    1,
    { model: 'o3-mini-high' },
    { max_tokens: 5, temperature: 1 },
    {
      model: 'o3-mini',
      reasoning_effort: 'high',
      max_tokens: undefined,
      max_completion_tokens: 5,
      temperature: undefined,
    },
  ],
  [1, {}, { max_tokens: 5, top_p: 2 }, {}],
  [48, { model: 'grok-3-mini-beta-low' }, {}, { model: 'grok-3-mini-beta', reasoning_effort: 'low' }],
  [17, {}, { top_p: 1 }, { top_p: 0.999 }],
  [17, {}, { top_p: 0.5 }, {}],
] as const)(
  'a channel of type %i changes what its vendor needs different, and no more',
  (type, changes, body, edits) => {
    expect(Object.fromEntries(providers.get(type)?.chat?.edits?.(body, target(changes)) ?? [])).toEqual(
      edits,
    );
  },
);

test.each([
  [
    1,
    {
      prompt_tokens: 10,
      completion_tokens: 5,
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 3 },
    },
    { input: 10, output: 5, cachedInput: 4, reasoning: 3 },
  ],
  [
    43,
    { prompt_tokens: 10, completion_tokens: 5, prompt_cache_hit_tokens: 6 },
    { input: 10, output: 5, cachedInput: 6, reasoning: 0 },
  ],
  [
    48,
    { prompt_tokens: 10, completion_tokens: 5, total_tokens: 40 },
    { input: 10, output: 30, cachedInput: 0, reasoning: 0 },
  ],
  [1, { prompt_tokens: -1, completion_tokens: '5' }, { cachedInput: 0, reasoning: 0 }],
])('usage of a vendor of type %i is read in its own words', (type, sent, usage) => {
  expect(providers.get(type)?.chat?.usage.read(sent)).toEqual(usage);
});

test.each([
  [1, 'embeddings', 'https://host/v1/embeddings'],
  [1, 'openai-responses', 'https://host/v1/responses'],
  [3, 'embeddings', 'https://host/openai/deployments/m/embeddings?api-version=v9'],
  [8, 'embeddings', 'https://host'],
  [14, 'messages/count_tokens', 'https://host/v1/messages/count_tokens'],
  [17, 'embeddings', 'https://host/compatible-mode/v1/embeddings'],
  [17, 'rerank', 'https://host/api/v1/services/rerank/text-rerank/text-rerank'],
  [25, 'rerank', 'https://host/v1/rerank'],
  [26, 'rerank', undefined],
  [24, 'embeddings', 'https://host/v1beta/models/m:batchEmbedContents'],
  [34, 'rerank', 'https://host/v1/rerank'],
  [38, 'rerank', 'https://host/v1/rerank'],
  [40, 'rerank', 'https://host/v1/rerank'],
  [43, 'completions', 'https://host/beta/completions'],
  [44, 'embeddings', 'https://host/embeddings'],
  [46, 'embeddings', 'https://host/v2/embeddings'],
] as const)('a channel of type %i is called for %s at the address of its vendor', (type, native, url) => {
  const operation = providers.get(type)?.others?.find((each) => each.native === native);
  expect(operation?.address(target({ other: type === 3 ? 'v9' : 'acc/1' })).url).toBe(url);
});

test('the key of Azure is sent in its own header', () => {
  const { headers } = providers.get(3)?.chat?.address(target()) ?? {};
  expect(headers).toEqual({ 'api-key': 'k' });
});
