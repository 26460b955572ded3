import type { Usage } from '@tollgate/pricing';
import type { FinishReason, Part } from '../../core/chat.ts';
import type { RelayRequest, StreamFormatter } from './dialect.ts';
import { type Block, type Citation, gather, parseInput } from './gathered.ts';
import { camelCased } from './gemini-names.ts';

/** Formats a whole response as `GenerateContentResponse`. */
export function formatAnswer(parts: readonly Part[], relayRequest: RelayRequest): string {
  const { id, blocks, usage, reason } = gather(parts);
  return JSON.stringify(
    answer(
      relayRequest,
      id,
      blocks.flatMap((block) => toParts(block, relayRequest)),
      {
        reason,
        usage,
        citations: blocks.flatMap((each) => (each.type === 'text' ? (each.citations ?? []) : [])),
      },
    ),
  );
}

/** Formats a stream of `GenerateContentResponse` chunks. The format has only whole tool calls. */
export function createFormatter(relayRequest: RelayRequest): StreamFormatter {
  let id = '';
  let reason: FinishReason = 'stop';
  let calls: Part[] = [];
  const citations: Citation[] = [];
  const event = (parts: unknown[], end?: End) =>
    `data: ${JSON.stringify(answer(relayRequest, id, parts, end))}\n\n`;

  return {
    format(part) {
      if (part.type === 'start') id = part.id;
      if (part.type === 'finish') reason = part.reason;
      if (part.type === 'citation') citations.push(part);
      if (part.type === 'text-delta') return event([{ text: part.text }]);
      if (part.type === 'reasoning-delta' && showsThoughts(relayRequest))
        return event([{ text: part.text, thought: true }]);
      if (part.type === 'tool-call-start' || part.type === 'tool-call-delta') calls.push(part);
      return '';
    },
    end(usage) {
      const toolCallParts = gather(calls).blocks.flatMap((block) => toParts(block, relayRequest));
      calls = [];
      return event(toolCallParts, { reason, usage, citations });
    },
  };
}

interface End {
  reason: FinishReason;
  usage: Usage;
  citations: readonly Citation[];
}

function answer({ model }: RelayRequest, id: string, parts: unknown[], end?: End) {
  const finish = end && { finishReason: finishReasons[end.reason], ...groundingOf(end.citations) };
  return {
    candidates: [{ content: { role: 'model', parts }, ...finish, index: 0 }],
    ...(end && { usageMetadata: usageBody(end.usage) }),
    modelVersion: model,
    responseId: id,
  };
}

/** Google names the sources of a whole answer at its end. */
function groundingOf(citations: readonly Citation[]) {
  if (citations.length === 0) return {};
  const groundingChunks = citations.map(({ url, title }) => ({ web: { uri: url, title } }));
  return { groundingMetadata: { groundingChunks, webSearchQueries: [] } };
}

function toParts(block: Block, relayRequest: RelayRequest): unknown[] {
  switch (block.type) {
    case 'text':
      return [{ text: block.text }];
    case 'reasoning': {
      const signed = block.signature && { thoughtSignature: block.signature };
      return showsThoughts(relayRequest) ? [{ text: block.text, thought: true, ...signed }] : [];
    }
    case 'tool-call':
      return [{ functionCall: { id: block.id, name: block.name, args: parseInput(block.input) } }];
    default:
      return [];
  }
}

type ThinkingConfig = { thinkingConfig?: { includeThoughts?: boolean } } | undefined;

/** Whether the caller requests reasoning, which Google otherwise omits. */
function showsThoughts({ json }: RelayRequest): boolean {
  const config = camelCased(json.generationConfig ?? json.generation_config);
  return (config as ThinkingConfig)?.thinkingConfig?.includeThoughts === true;
}

/** Google counts reasoning separately from the answer. */
function usageBody({ input, cachedInput, output, reasoning }: Usage) {
  return {
    promptTokenCount: input,
    ...(cachedInput > 0 && { cachedContentTokenCount: cachedInput }),
    candidatesTokenCount: output - reasoning,
    ...(reasoning > 0 && { thoughtsTokenCount: reasoning }),
    totalTokenCount: input + output,
  };
}

const finishReasons: Record<FinishReason, string> = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  filtered: 'SAFETY',
  'tool-calls': 'STOP',
};
