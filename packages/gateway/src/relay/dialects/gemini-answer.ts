import type { Usage } from '@tollgate/pricing';
import type { FinishReason, Part } from '../../core/chat.ts';
import type { Asked, StreamFormatter } from './dialect.ts';
import { type Block, gather, parseInput } from './gathered.ts';
import { camelCased } from './gemini-names.ts';

/** A whole answer as `GenerateContentResponse`. */
export function formatAnswer(parts: readonly Part[], asked: Asked): string {
  const { id, blocks, usage, reason } = gather(parts);
  return JSON.stringify(
    answer(
      asked,
      id,
      blocks.flatMap((block) => toParts(block, asked)),
      { reason, usage },
    ),
  );
}

/** A stream of the same, piece by piece. Calls of tools are told whole: there is no other way. */
export function createFormatter(asked: Asked): StreamFormatter {
  let id = '';
  let reason: FinishReason = 'stop';
  let calls: Part[] = [];
  const event = (parts: unknown[], end?: End) => `data: ${JSON.stringify(answer(asked, id, parts, end))}\n\n`;

  return {
    format(part) {
      if (part.type === 'start') id = part.id;
      if (part.type === 'finish') reason = part.reason;
      if (part.type === 'text-delta') return event([{ text: part.text }]);
      if (part.type === 'reasoning-delta' && showsThoughts(asked))
        return event([{ text: part.text, thought: true }]);
      if (part.type === 'tool-call-start' || part.type === 'tool-call-delta') calls.push(part);
      return '';
    },
    end(usage) {
      const told = gather(calls).blocks.flatMap((block) => toParts(block, asked));
      calls = [];
      return event(told, { reason, usage });
    },
  };
}

interface End {
  reason: FinishReason;
  usage: Usage;
}

function answer({ model }: Asked, id: string, parts: unknown[], end?: End) {
  const finish = end && { finishReason: finishReasons[end.reason] };
  return {
    candidates: [{ content: { role: 'model', parts }, ...finish, index: 0 }],
    ...(end && { usageMetadata: usageBody(end.usage) }),
    modelVersion: model,
    responseId: id,
  };
}

function toParts(block: Block, asked: Asked): unknown[] {
  switch (block.type) {
    case 'text':
      return [{ text: block.text }];
    case 'reasoning': {
      const signed = block.signature && { thoughtSignature: block.signature };
      return showsThoughts(asked) ? [{ text: block.text, thought: true, ...signed }] : [];
    }
    case 'tool-call':
      return [{ functionCall: { id: block.id, name: block.name, args: parseInput(block.input) } }];
    default:
      return [];
  }
}

type ThinkingConfig = { thinkingConfig?: { includeThoughts?: boolean } } | undefined;

/** Google tells thoughts to those who ask. */
function showsThoughts({ json }: Asked): boolean {
  const config = camelCased(json.generationConfig ?? json.generation_config);
  return (config as ThinkingConfig)?.thinkingConfig?.includeThoughts === true;
}

/** Google counts thoughts beside the answer. */
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
