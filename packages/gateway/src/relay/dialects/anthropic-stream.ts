import { noUsage } from '@tollgate/pricing';
import type { Part } from '../../core/chat.ts';
import { citation, messageHead, stopReasons, usageBody } from './anthropic-answer.ts';
import type { RelayRequest, StreamFormatter } from './dialect.ts';
import type { Citation } from './gathered.ts';

type Kind = 'text' | 'thinking' | 'tool';

/**
 * Formats a stream of message events. Blocks are numbered across all kinds and closed when the next one
 * begins.
 */
export function createFormatter({ model }: RelayRequest): StreamFormatter {
  return new MessageFormatter(model);
}

class MessageFormatter implements StreamFormatter {
  readonly #model: string;
  #hasBegun = false;
  #next = 0;
  #reason = stopReasons.stop;
  /** Open blocks: one, or all tool calls of a turn, whose deltas may be interleaved. */
  #open: { kind: Kind; index: number; tool: number }[] = [];

  /** Sources that wait for a text. */
  #citations: Citation[] = [];

  constructor(model: string) {
    this.#model = model;
  }

  format(part: Part): string {
    switch (part.type) {
      case 'start':
        return this.#begin(part.id);
      case 'text-delta':
        return this.#appendText(part.text);
      case 'citation':
        return this.#cite(part);
      case 'reasoning-delta':
        return this.#think({ type: 'thinking_delta', thinking: part.text });
      case 'reasoning-signature':
        return this.#sign(part.signature);
      case 'sealed-reasoning': {
        const index = this.#next++;
        const block = { type: 'redacted_thinking', data: part.data };
        return this.#close() + event('content_block_start', { index, content_block: block }) + stopOf(index);
      }
      case 'tool-call-start':
        return this.#startTool(part);
      case 'tool-call-delta': {
        const index = this.#open.find(({ tool }) => tool === part.index)?.index ?? this.#next - 1;
        return delta(index, { type: 'input_json_delta', partial_json: part.input });
      }
      case 'finish':
        this.#reason = stopReasons[part.reason];
        return '';
      default:
        return '';
    }
  }

  end(usage: Parameters<StreamFormatter['end']>[0]): string {
    const stop = { stop_reason: this.#reason, stop_sequence: null };
    return (
      this.#begin('') +
      this.#close() +
      event('message_delta', { delta: stop, usage: usageBody(usage) }) +
      event('message_stop', {})
    );
  }

  /** The prompt tokens are known only at the end; the last event has them. */
  #begin(id: string): string {
    if (this.#hasBegun) return '';
    this.#hasBegun = true;
    const head = { ...messageHead(id, this.#model), content: [], stop_reason: null, stop_sequence: null };
    return event('message_start', { message: { ...head, usage: usageBody(noUsage) } });
  }

  /** Sources belong to a text. Some vendors send them before it. */
  #cite(part: Citation): string {
    const [open] = this.#open;
    if (open?.kind === 'text')
      return delta(open.index, { type: 'citations_delta', citation: citation(part) });
    this.#citations.push(part);
    return '';
  }

  #appendText(text: string): string {
    const out = this.#appendDelta('text', { type: 'text', text: '' }, { type: 'text_delta', text });
    const cited = this.#citations.map((each) => this.#cite(each)).join('');
    this.#citations = [];
    return out + cited;
  }

  #think(piece: object): string {
    return this.#appendDelta('thinking', { type: 'thinking', thinking: '', signature: '' }, piece);
  }

  /** Reasoning ends with its signature: later reasoning is a new block. */
  #sign(signature: string): string {
    return this.#think({ type: 'signature_delta', signature }) + this.#close();
  }

  #appendDelta(kind: Kind, block: object, piece: object): string {
    const begin = this.#begin('');
    const [open] = this.#open;
    if (open?.kind === kind) return begin + delta(open.index, piece);
    return begin + this.#close() + this.#start(kind, block, -1) + delta(this.#next - 1, piece);
  }

  #startTool({ index: tool, id, name, signature }: Extract<Part, { type: 'tool-call-start' }>): string {
    const before = this.#begin('') + (signature ? this.#sign(signature) : '');
    const close = this.#open[0]?.kind === 'tool' ? '' : this.#close();
    return before + close + this.#start('tool', { type: 'tool_use', id, name, input: {} }, tool);
  }

  #start(kind: Kind, block: object, tool: number): string {
    const index = this.#next++;
    this.#open.push({ kind, index, tool });
    return event('content_block_start', { index, content_block: block });
  }

  #close(): string {
    const closing = this.#open.map(({ index }) => stopOf(index)).join('');
    this.#open = [];
    return closing;
  }
}

function stopOf(index: number): string {
  return event('content_block_stop', { index });
}

function delta(index: number, piece: object): string {
  return event('content_block_delta', { index, delta: piece });
}

function event(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}
