import { decodeAnswer } from './anthropic-answer.ts';
import { encodeMessages } from './anthropic-request.ts';
import { createDecoder } from './anthropic-stream.ts';
import { readUsage } from './anthropic-usage.ts';
import { BY_KEY } from './auth.ts';
import { CHUNKS, JSON_OR_SSE, NO_TRANSLATION, NO_USAGE } from './operation.ts';
import type { Provider, Target } from './provider.ts';

/** https://docs.anthropic.com/en/api/messages */
export const anthropic: Provider = {
  chat: {
    native: 'anthropic-messages',
    stream: { kind: 'events', createReader: createDecoder },
    auth: BY_KEY,
    transport: JSON_OR_SSE,
    edits: thinkingSuffix,
    address: (target) => ({ url: `${target.baseUrl}/v1/messages`, headers: headersOf(target) }),
    usage: { read: readUsage },
    translate: { kind: 'chat', conversion: { encode: encodeMessages, decode: decodeAnswer, createDecoder } },
  },
  others: [
    {
      native: 'messages/count_tokens',
      stream: CHUNKS,
      auth: BY_KEY,
      transport: JSON_OR_SSE,
      translate: NO_TRANSLATION,
      address: (target) => ({
        url: `${target.baseUrl}/v1/messages/count_tokens`,
        headers: headersOf(target),
      }),
      usage: NO_USAGE,
    },
  ],
};

/** The suffix `-thinking` is the gateway's own: it enables reasoning for a request in Anthropic's format. */
function thinkingSuffix(
  body: Readonly<Record<string, unknown>>,
  { model, options }: Target,
): [string, unknown][] {
  if (!options['claude.thinking_adapter_enabled'] || !model.endsWith('-thinking')) return [];
  const edits: [string, unknown][] = [['model', model.slice(0, -'-thinking'.length)]];
  if (body.thinking !== undefined) return edits;
  const limit = Math.max(Number(body.max_tokens) || 0, 1280);
  const share = options['claude.thinking_adapter_budget_tokens_percentage'];
  const budget = Math.max(1024, Math.min(Math.floor(limit * share), limit - 1));
  const thinking = { type: 'enabled', budget_tokens: budget };
  return [...edits, ['max_tokens', limit], ['thinking', thinking], ['temperature', 1], ['top_p', undefined]];
}

function headersOf({ key, model, options, headers }: Target): Record<string, string> {
  const byModel = options['claude.model_headers_settings'];
  const own = Object.entries((Object.hasOwn(byModel, model) && byModel[model]) || {});
  return {
    'x-api-key': key,
    'anthropic-version': '2023-06-01',
    ...headers,
    ...Object.fromEntries(
      own
        .map(([name, values]) => [name.toLowerCase(), values.join(',')] as const)
        .filter(([name]) => name !== 'host'), // On a shared address it selects the server that gets the key.
    ),
  };
}
