import { decodeAnswer } from './anthropic-answer.ts';
import { withoutOwnCitations } from './anthropic-citations.ts';
import { encodeMessages } from './anthropic-request.ts';
import { createDecoder } from './anthropic-stream.ts';
import { ownName, reasonAs } from './anthropic-thinking.ts';
import { readUsage } from './anthropic-usage.ts';
import { BY_KEY } from './auth.ts';
import { claudeFacts } from './claude-models.ts';
import type { WrittenCall } from './conversion.ts';
import { CHUNKS, JSON_OR_SSE, NO_USAGE } from './operation.ts';
import type { Provider, Target } from './provider.ts';
import { NO_TRANSLATION } from './translation.ts';

/** https://docs.anthropic.com/en/api/messages */
export const anthropic: Provider = {
  chat: {
    native: 'anthropic-messages',
    stream: { kind: 'events', createReader: createDecoder },
    auth: BY_KEY,
    transport: JSON_OR_SSE,
    edits: (body, target) => [...withoutOwnCitations(body), ...thinkingSuffix(body, target)],
    address: (target) => ({ url: `${target.baseUrl}/v1/messages`, headers: headersOf(target) }),
    usage: { read: readUsage },
    hidesOutput: mayThink,
    translate: {
      kind: 'chat',
      conversion: { searchesWeb: true, encode: encodeMessages, decode: decodeAnswer, createDecoder },
    },
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

/** Claude bills its thoughts in full and shows a summary. */
function mayThink({ json, models, isNative, thoughtBytes }: WrittenCall): boolean {
  if (thoughtBytes > 0) return true;
  const facts = claudeFacts(...models);
  if (facts.thinking === 'none') return false;
  if (models.some((model) => model.endsWith('-thinking'))) return true;
  if (!isNative) return facts.off !== 'omit' || asksForThinking(json);
  const { type } = (json.thinking ?? {}) as { type?: unknown };
  return type === undefined ? facts.off !== 'omit' : type !== 'disabled';
}

/** Whether a request in another format may turn reasoning on. Google's clients always send a configuration. */
function asksForThinking(json: WrittenCall['json']): boolean {
  const config = json.generationConfig ?? json.generation_config ?? {};
  const fields = { ...json, ...(config as object) };
  return THINKING_FIELDS.some((field) => field in fields);
}

const THINKING_FIELDS = ['reasoning_effort', 'reasoning', 'thinking', 'thinkingConfig', 'thinking_config'];

/**
 * The suffix `-thinking` is the gateway's own: it enables reasoning for a request in Anthropic's format. A
 * limit that leaves no room for reasoning is kept.
 */
function thinkingSuffix(body: Readonly<Record<string, unknown>>, target: Target): [string, unknown][] {
  const { model, isSuffixed } = ownName(target);
  if (!isSuffixed) return [];
  const edits: [string, unknown][] = [['model', model]];
  if (body.thinking !== undefined) return edits;
  const facts = claudeFacts(model, target.callerModel);
  const call = {
    model,
    messages: [],
    tools: [],
    stop: [],
    stream: false,
    maxTokens: Number(body.max_tokens),
  };
  const { thinking } = reasonAs(call, target, facts);
  if (!thinking) return edits;
  const sampling = facts.sampling === 'none' ? undefined : 1;
  return [...edits, ['thinking', thinking], ['temperature', sampling], ['top_p', undefined]];
}

function headersOf({ key, model, callerModel, options, headers }: Target): Record<string, string> {
  const byModel = options['claude.model_headers_settings'];
  const own = Object.entries((Object.hasOwn(byModel, model) && byModel[model]) || {});
  const ownHeaders: Record<string, string> = Object.fromEntries(
    own
      .map(([name, values]) => [name.toLowerCase(), values.join(',')] as const)
      .filter(([name]) => name !== 'host'), // On a shared address it selects the server that gets the key.
  );
  // Only callers of this format have headers of their own.
  const isBound = !headers && claudeFacts(model, callerModel).bindsReasoning;
  const betas = [ownHeaders['anthropic-beta'], isBound && BINDING_BETA].filter(Boolean).join(',');
  return {
    'x-api-key': key,
    'anthropic-version': '2023-06-01',
    ...headers,
    ...ownHeaders,
    ...(isBound && { 'anthropic-beta': betas }),
  };
}

/** Allows to leave aside reasoning that is bound to another conversation. */
const BINDING_BETA = 'thinking-binding-controls-2026-08-01';
