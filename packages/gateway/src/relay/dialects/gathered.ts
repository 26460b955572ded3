import { noUsage, type Usage } from '@tollgate/pricing';
import type { FinishReason, Part } from '../../core/chat.ts';
import { parseText } from '../../core/parse-text.ts';

/** A whole response: its blocks in order. */
export interface Gathered {
  id: string;
  blocks: Block[];
  usage: Usage;
  reason: FinishReason;
}

export type Citation = Pick<Extract<Part, { type: 'citation' }>, 'url' | 'title'>;

export type Block =
  | { type: 'text'; text: string; citations?: Citation[] }
  | { type: 'reasoning'; text: string; signature: string }
  | { type: 'sealed-reasoning'; data: string }
  | { type: 'tool-call'; index: number; id: string; name: string; input: string; signature: string };

/** Collects the parts of a response: adjacent parts of one kind become one block. */
export function gather(parts: readonly Part[]): Gathered {
  const answer: Gathered = { id: '', blocks: [], usage: noUsage, reason: 'stop' };
  for (const part of parts) {
    if (part.type === 'start') answer.id = part.id;
    else if (part.type === 'usage') answer.usage = { ...answer.usage, ...part.usage };
    else if (part.type === 'finish') answer.reason = part.reason;
    else addTo(answer.blocks, part);
  }
  return answer;
}

/**
 * Parses the input of a tool as an object: models write nothing, or something else, when a tool takes no
 * input.
 */
export function parseInput(input: string): Record<string, unknown> {
  try {
    const value: unknown = parseText(input || '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

function addTo(blocks: Block[], part: Part): void {
  const last = blocks.at(-1);
  switch (part.type) {
    case 'text-delta':
      if (last?.type === 'text') last.text += part.text;
      else blocks.push({ type: 'text', text: part.text });
      return;
    case 'reasoning-delta':
      if (last?.type === 'reasoning' && last.signature === '') last.text += part.text;
      else blocks.push({ type: 'reasoning', text: part.text, signature: '' });
      return;
    case 'reasoning-signature':
      if (last?.type === 'reasoning') last.signature += part.signature;
      else blocks.push({ type: 'reasoning', text: '', signature: part.signature });
      return;
    case 'sealed-reasoning':
      blocks.push({ type: 'sealed-reasoning', data: part.data });
      return;
    case 'citation': {
      const { url, title } = part;
      const text = blocks.findLast((block) => block.type === 'text');
      if (text) text.citations = [...(text.citations ?? []), { url, title }];
      return;
    }
    case 'tool-call-start': {
      const { index, id, name, signature = '' } = part;
      blocks.push({ type: 'tool-call', index, id, name, input: '', signature });
      return;
    }
    case 'tool-call-delta': {
      const call = blocks.find((block) => block.type === 'tool-call' && block.index === part.index);
      if (call?.type === 'tool-call') call.input += part.input;
    }
  }
}
