import type { Usage } from '@tollgate/pricing';
import type { Part } from '../../core/chat.ts';
import { parseText } from '../../core/parse-text.ts';
import { readCitations, toFinishReason } from './anthropic-answer.ts';
import { JSON_TOOL } from './anthropic-tools.ts';
import { laterUsage, readUsage } from './anthropic-usage.ts';
import { Citations } from './openai-citations.ts';
import { filesOfBlock, toItemParts } from './reference-items.ts';
import { findReferences } from './references.ts';

/**
 * Parses one stream. Blocks are numbered across all kinds, but callers number only tool calls, so the decoder
 * keeps both.
 */
export function createDecoder(): (data: string) => Part[] {
  const tools: Tools = { numbers: new Map(), answers: new Set() };
  const citations = new Citations();
  let first: Partial<Usage> = {};

  return (data) => {
    const event = parseText(data) as StreamEvent;
    switch (event.type) {
      case 'message_start':
        first = firstUsageOf(event.message?.usage);
        return [
          { type: 'start', id: event.message?.id ?? '', model: event.message?.model ?? '' },
          { type: 'usage', usage: first },
        ];
      case 'content_block_start':
        return [...startBlock(event, tools), ...toItemParts(filesOfBlock(event.content_block))];
      case 'content_block_delta':
        return event.delta?.citation
          ? readCitations(citations, [event.delta.citation])
          : readDelta(event, tools);
      case 'message_delta':
        return [
          { type: 'usage', usage: laterUsage(first, event.usage) },
          ...findReferences(event.delta ?? {}).map((id) => ({ type: 'reference', id }) as const),
          ...(event.delta?.stop_reason
            ? [{ type: 'finish', reason: toFinishReason(event.delta.stop_reason, isText(tools)) } as const]
            : []),
        ];
      case 'error':
        return [errorOf(event)];
      default:
        return []; // ping, content_block_stop, message_stop, and future events
    }
  };
}

/** The blocks of tools, by their index: the numbers of calls, and the calls that give the answer. */
interface Tools {
  readonly numbers: Map<number, number>;
  readonly answers: Set<number>;
}

function isText({ numbers, answers }: Tools): boolean {
  return numbers.size === 0 && answers.size > 0;
}

function startBlock({ index = 0, content_block: block }: StreamEvent, tools: Tools): Part[] {
  if (block?.type === 'redacted_thinking') return [{ type: 'sealed-reasoning', data: block.data ?? '' }];
  if (block?.type !== 'tool_use') return block?.text ? [{ type: 'text-delta', text: block.text }] : [];
  if (block.name === JSON_TOOL) {
    tools.answers.add(index);
    return [];
  }
  const number = tools.numbers.size;
  tools.numbers.set(index, number);
  return [{ type: 'tool-call-start', index: number, id: block.id ?? '', name: block.name ?? '' }];
}

function readDelta({ index = 0, delta }: StreamEvent, tools: Tools): Part[] {
  if (delta?.text) return [{ type: 'text-delta', text: delta.text }];
  if (delta?.thinking) return [{ type: 'reasoning-delta', text: delta.thinking }];
  if (delta?.signature) return [{ type: 'reasoning-signature', signature: delta.signature }];
  if (!delta?.partial_json) return [];
  if (tools.answers.has(index)) return [{ type: 'text-delta', text: delta.partial_json }];
  const tool = tools.numbers.get(index);
  // A tool that the provider runs itself was not started: its input is not the caller's.
  return tool === undefined ? [] : [{ type: 'tool-call-delta', index: tool, input: delta.partial_json }];
}

/** The count of the answer in the first report is a placeholder. */
function firstUsageOf(sent: unknown): Partial<Usage> {
  const { output: _, ...usage } = readUsage(sent) ?? {};
  return usage;
}

function errorOf({ error }: StreamEvent): Part {
  const kind = error?.type ?? 'upstream_error';
  return {
    type: 'error',
    status: kind === 'overloaded_error' ? 529 : 500,
    kind,
    message: error?.message ?? '',
    ...(error && { report: error }),
  };
}

interface StreamEvent {
  type: string;
  index?: number;
  message?: { id?: string; model?: string; usage?: unknown };
  content_block?: { type: string; text?: string; id?: string; name?: string; data?: string };
  delta?: {
    text?: string;
    thinking?: string;
    signature?: string;
    partial_json?: string;
    citation?: unknown;
    stop_reason?: string | null;
    container?: unknown;
  };
  usage?: unknown;
  error?: { type?: string; message?: string };
}
