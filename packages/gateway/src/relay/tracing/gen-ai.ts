import { findChannelType } from '@tollgate/contract';
import { redact } from '../../net/redact.ts';
import { shownName } from '../routes/shown-name.ts';

/** Names of the semantic conventions 1.45: https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/. */
const operations: Readonly<Record<string, string>> = {
  'openai-chat': 'chat',
  'openai-responses': 'chat',
  'anthropic-messages': 'chat',
  gemini: 'generate_content',
  completions: 'text_completion',
  'gemini-embed': 'embeddings',
};

/** The operation of a dialect. What the conventions do not know keeps its own name. */
export function operationOf(dialectId: string): string {
  return operations[dialectId] ?? dialectId.replaceAll('/', '_');
}

/** The provider of a channel, by the conventions or by its label here. */
export function providerNameOf(channelType: number): string {
  const facts = findChannelType(channelType);
  return facts?.traceName ?? (facts?.label ?? 'custom').toLowerCase().replaceAll(/[^a-z\d]+/g, '_');
}

/** A caller may write anything for a model, a key by mistake too. */
export function tracedModel(model: string): string {
  return redact(shownName(model));
}
