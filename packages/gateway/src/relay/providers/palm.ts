import * as z from 'zod/mini';
import type { ChatCall, Part } from '../../core/chat.ts';
import { BY_KEY } from './auth.ts';
import { JSON_OR_SSE, NO_USAGE } from './operation.ts';
import { alternating, plainMessages, refuseRules } from './plain-text.ts';
import type { Provider } from './provider.ts';

/**
 * Google's model before Gemini, without streams and usage:
 * https://developers.generativeai.google/api/rest/generativelanguage/models/generateMessage
 */
export const palm: Provider = {
  chat: {
    native: 'own',
    auth: BY_KEY,
    transport: JSON_OR_SSE,
    modelInAddress: true,
    address: ({ baseUrl, key }) => ({
      url: `${baseUrl || 'https://generativelanguage.googleapis.com'}/v1beta2/models/chat-bison-001:generateMessage`,
      headers: { 'x-goog-api-key': key },
    }),
    usage: NO_USAGE,
    translate: { kind: 'chat', conversion: { encode, decode, createDecoder: () => () => [] } },
  },
};

function encode(call: ChatCall): unknown {
  refuseRules(call);
  const { system, turns } = alternating(plainMessages(call));
  return {
    prompt: {
      ...(system && { context: system }),
      messages: turns.map(({ role, content }) => ({ author: role === 'user' ? '0' : '1', content })),
    },
    ...(call.temperature !== undefined && { temperature: Math.min(1, call.temperature) }),
    ...(call.topP !== undefined && { topP: call.topP }),
    ...(call.topK !== undefined && { topK: call.topK }),
  };
}

function decode(body: unknown): Part[] {
  const { candidates, filters } = z.parse(answerSchema, body);
  const [first] = candidates;
  if (!first && filters.length === 0) throw new Error('an answer without a candidate');
  return [
    { type: 'start', id: '', model: '' },
    ...(first?.content ? [{ type: 'text-delta', text: first.content } as const] : []),
    { type: 'finish', reason: first ? 'stop' : 'filtered' },
  ];
}

const answerSchema = z.object({
  candidates: z._default(z.array(z.object({ content: z._default(z.string(), '') })), []),
  filters: z._default(z.array(z.unknown()), []),
});
