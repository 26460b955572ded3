import { needsSearch, UnsupportedFeatureError } from '../../core/chat.ts';
import { mayReasonUnseen } from '../../core/openai-models.ts';
import { BY_KEY } from './auth.ts';
import type { WrittenCall } from './conversion.ts';
import { createChatDecoder, decodeChat } from './openai-decode.ts';
import { encodeChat } from './openai-encode.ts';
import { everyEndpoint, openaiEndpoints } from './openai-endpoints.ts';
import { addressOf, type Quirks } from './openai-quirks.ts';
import { openaiResponses, responsesSiblings } from './openai-responses.ts';
import { readUsage } from './openai-usage.ts';
import { type Edits, JSON_OR_SSE, type UsageReport } from './operation.ts';
import type { Operation, Provider, Target } from './provider.ts';

/** The operations of a vendor of this kind. */
export function compatible(quirks: Quirks = {}): Pick<Provider, 'chat' | 'others'> {
  const own = quirks.path === undefined ? everyEndpoint : {};
  const address = (target: Target, path: string) => addressOf(target, path, quirks);
  const same = openaiEndpoints(quirks.endpoints ?? own, address, quirks);
  const others = [...same, ...(quirks.others ?? [])];
  const responses = openaiResponses(
    (target) => addressOf(target, '/v1/responses', quirks),
    (call) => hidesReasoning(call, quirks),
  );
  const siblings = quirks.responses === 'all' ? responsesSiblings(address) : [];
  return {
    chat: openaiChat(quirks),
    others: quirks.responses ? [responses, ...siblings, ...others] : others,
  };
}

/** `POST {base}/v1/chat/completions` of OpenAI and of most others. */
export function openaiChat(quirks: Quirks = {}): Operation {
  const { streamUsage = true, auth = BY_KEY, findFault } = quirks;
  const edits: Edits = (body, target, whole) => [
    ...boundTopP(body.top_p, quirks),
    ...(quirks.edits?.(body, target, whole) ?? []),
  ];
  const read: UsageReport['read'] = (usage, answer) => readUsage(usage, quirks, answer);
  return {
    native: 'openai-chat',
    auth,
    transport: JSON_OR_SSE,
    stream: { kind: 'chunks', reportsUsage: streamUsage },
    findFault,
    address: (target) => addressOf(target, quirks.path ?? '/v1/chat/completions', quirks),
    edits,
    mendsAnswers: quirks.mendsAnswers,
    usage: { read },
    hidesOutput: (call) => hidesReasoning(call, quirks),
    translate: {
      kind: 'chat',
      conversion: {
        searchesWeb: true,
        encode(call, target) {
          const encoded = encodeChat(call, quirks);
          const converted = quirks.conversionEdits?.(encoded, target) ?? [];
          const search = call.webSearch && quirks.webSearch?.(call.webSearch, target.model);
          if (needsSearch(call) && !search) throw new UnsupportedFeatureError('web-search');
          const body = { ...encoded, ...Object.fromEntries(converted), ...search };
          const asksUsage = call.stream && streamUsage && { stream_options: { include_usage: true } };
          return { ...body, ...Object.fromEntries(edits(body, target)), ...asksUsage };
        },
        decode: (body) => decodeChat(body, read),
        createDecoder: () => createChatDecoder(read),
      },
    },
  };
}

/** At OpenAI and Azure fine-tuned models and deployments have names of their own. */
export function hidesReasoning(
  { models }: WrittenCall,
  { hasOwnNames }: Pick<Quirks, 'hasOwnNames'>,
): boolean {
  if (models.some(mayReasonUnseen)) return true;
  return hasOwnNames === true && !models.some((model) => /(^|:)(chatgpt|gpt-[345])/.test(model));
}

function boundTopP(topP: unknown, { topP: bounds }: Quirks): [string, unknown][] {
  if (!bounds || typeof topP !== 'number') return [];
  const bound = Math.min(Math.max(topP, bounds[0]), bounds[1]);
  return bound === topP ? [] : [['top_p', bound]];
}
