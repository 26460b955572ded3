import { adaptMessages, withParameters, withThinking } from './mistral-messages.ts';
import { isRecord } from './openai-usage.ts';
import type { Target } from './provider.ts';

type Json = Readonly<Record<string, unknown>>;
type Edits = [field: string, value: unknown][];

/** Mistral rejects unknown fields: https://docs.mistral.ai/api/ */
export function mistralFields(
  body: Json,
  { model }: Pick<Target, 'model'>,
  whole: () => Json = () => body,
): Edits {
  const unknown = Object.keys(body).filter((field) => openaiOnly.has(field));
  const limit = body.max_tokens ?? body.max_completion_tokens;
  return [
    ...unknown.map((field): [string, unknown] => [field, undefined]),
    ...(body.max_completion_tokens === undefined ? [] : ([['max_tokens', limit]] as Edits)),
    ...(body.seed === undefined
      ? []
      : ([
          ['seed', undefined],
          ['random_seed', body.seed],
        ] as Edits)),
    ...(body.reasoning_effort === undefined
      ? []
      : ([['reasoning_effort', effortOf(body.reasoning_effort, model)]] as Edits)),
    ...(hasThoughts(body)
      ? ([['messages', withThinking(whole().messages, reasoning.test(model))]] as Edits)
      : []),
  ];
}

/** Clients return the reasoning of an answer as they got it. */
function hasThoughts({ messages }: Json): boolean {
  return Array.isArray(messages) && messages.some((each) => isRecord(each) && 'reasoning_content' in each);
}

const openaiOnly = new Set([
  ...['audio', 'function_call', 'functions', 'logit_bias', 'logprobs', 'max_completion_tokens', 'metadata'],
  ...['modalities', 'prompt_cache_key', 'safety_identifier', 'service_tier', 'store'],
  ...['stream_options', 'top_logprobs', 'user', 'verbosity', 'web_search_options'],
]);

/**
 * Maps the effort to the two that all these models know; other models reject the field:
 * https://docs.mistral.ai/capabilities/reasoning/adjustable
 */
function effortOf(effort: unknown, model: string): string | undefined {
  if (!adjustable.test(model)) return undefined;
  return effort === 'none' || effort === 'minimal' ? 'none' : 'high';
}

const adjustable = /^mistral-(small-(latest|26|4)|medium-(latest|26|3[.-]5)|large-4)/;
/** The models that accept reasoning in the history. */
const reasoning = new RegExp(`^magistral|${adjustable.source}`);

/** Adapts a converted chat to what Mistral validates more strictly than OpenAI. */
export function mistralConversion({ messages, tools }: Json, { model }: Pick<Target, 'model'>): Edits {
  return [
    ['messages', adaptMessages(messages, reasoning.test(model))],
    ...(Array.isArray(tools) ? ([['tools', tools.map(withParameters)]] as Edits) : []),
  ];
}
