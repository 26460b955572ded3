import type { FinishReason, Part } from '../../core/chat.ts';
import type { RelayRequest, StreamFormatter } from './dialect.ts';
import { type Block, gather } from './gathered.ts';
import { annotation, itemId, responseBody, textPart, toItem } from './responses-answer.ts';
import { ResponsesTools } from './responses-tools.ts';

/** Formats a stream of response events: items open one after the other, tool calls may be open together. */
export function createFormatter(relayRequest: RelayRequest, now: number): StreamFormatter {
  return new ResponseFormatter(relayRequest, now);
}

interface OpenItem {
  id: string;
  /** The sent parts, repeated at the end of the item. */
  parts: Part[];
  kind: Block['type'];
  place: number;
  /** Index of a tool call; -1 otherwise. */
  tool: number;
  /** Its input is free text, which is known at the end only. */
  isCustom: boolean;
}

class ResponseFormatter implements StreamFormatter {
  readonly #relayRequest: RelayRequest;
  readonly #now: number;
  #sequence = 0;
  #hasBegun = false;
  #id = '';
  #reason: FinishReason = 'stop';
  #open: OpenItem[] = [];
  #places = 0;
  /** Sources that wait for a text. */
  #citations: Extract<Part, { type: 'citation' }>[] = [];
  readonly #output: object[] = [];
  readonly #tools: ResponsesTools;

  constructor(relayRequest: RelayRequest, now: number) {
    this.#relayRequest = relayRequest;
    this.#now = now;
    this.#tools = new ResponsesTools(relayRequest.json);
  }

  format(part: Part): string {
    if (part.type === 'start') this.#id = part.id;
    if (part.type === 'finish') this.#reason = part.reason;
    if (part.type === 'text-delta') return this.#appendText(part);
    if (part.type === 'reasoning-delta') return this.#appendDelta('reasoning', part);
    // Reasoning ends with its signature: later reasoning is a new item.
    if (part.type === 'reasoning-signature') return this.#appendDelta('reasoning', part) + this.#closeAll();
    if (part.type === 'tool-call-start') return this.#startTool(part);
    if (part.type === 'tool-call-delta') return this.#formatDelta(this.#find(part.index), part);
    if (part.type === 'citation') return this.#cite(part);
    return this.#begin();
  }

  continueAfter({ type, sequence_number, item_id, output_index }: Readonly<Record<string, unknown>>): void {
    if (Number.isSafeInteger(sequence_number)) this.#sequence = Number(sequence_number) + 1;
    const open = this.#open.find(({ kind }) => kind === 'text');
    if (!open || type !== 'response.output_text.delta') return;
    if (typeof item_id === 'string') open.id = item_id;
    if (Number.isSafeInteger(output_index)) open.place = Number(output_index);
  }

  end(usage: Parameters<StreamFormatter['end']>[0]): string {
    const before = this.#begin() + this.#closeAll();
    const ended = { output: this.#output, usage, reason: this.#reason };
    const response = responseBody(this.#relayRequest, this.#id, this.#now, ended);
    return before + this.#event(`response.${response.status}`, { response });
  }

  #cite(part: Extract<Part, { type: 'citation' }>): string {
    const [open] = this.#open;
    if (open?.kind !== 'text') {
      this.#citations.push(part);
      return '';
    }
    const annotation_index = open.parts.filter(({ type }) => type === 'citation').length;
    open.parts.push(part);
    const length = open.parts.reduce(
      (sum, each) => sum + (each.type === 'text-delta' ? each.text.length : 0),
      0,
    );
    return this.#event('response.output_text.annotation.added', {
      item_id: open.id,
      output_index: open.place,
      content_index: 0,
      annotation_index,
      annotation: annotation(part, length),
    });
  }

  /** Some vendors send sources before the text. */
  #appendText(part: Extract<Part, { type: 'text-delta' }>): string {
    const out = this.#appendDelta('text', part);
    const waiting = this.#citations;
    this.#citations = [];
    return out + waiting.map((each) => this.#cite(each)).join('');
  }

  #begin(): string {
    if (this.#hasBegun) return '';
    this.#hasBegun = true;
    const response = responseBody(this.#relayRequest, this.#id, this.#now);
    return this.#event('response.created', { response }) + this.#event('response.in_progress', { response });
  }

  #appendDelta(kind: 'text' | 'reasoning', part: Part): string {
    const [open] = this.#open;
    if (open?.kind === kind) return this.#formatDelta(open, part);
    const before = this.#begin() + this.#closeAll();
    const item = this.#start(kind, -1);
    return before + this.#announce(item, part) + this.#formatDelta(item, part);
  }

  /** A signature is a reasoning item before its call. */
  #startTool({ signature, ...part }: Extract<Part, { type: 'tool-call-start' }>): string {
    if (signature) return this.format({ type: 'reasoning-signature', signature }) + this.#startTool(part);
    const before = this.#begin() + (this.#open[0]?.kind === 'tool-call' ? '' : this.#closeAll());
    const item = this.#start('tool-call', part.index, this.#tools.ownName(part.name).isCustom);
    item.parts.push(part);
    return before + this.#announce(item, part);
  }

  #start(kind: Block['type'], tool: number, isCustom = false): OpenItem {
    const place = this.#places++;
    const id = isCustom ? `ctc_${this.#id}_${place}` : itemId(kind, this.#id, place);
    const item = { id, kind, tool, place, isCustom, parts: [] };
    this.#open.push(item);
    return item;
  }

  #find(tool: number): OpenItem | undefined {
    return this.#open.find((item) => item.tool === tool);
  }

  /** Formats the start of the item, without its content. */
  #announce({ id, kind, place, isCustom }: OpenItem, part: Part): string {
    const [block] = gather([part]).blocks;
    if (!block) return '';
    const [whole = {}] = toItem(block, this.#id, place, this.#tools);
    const input = isCustom ? { input: '' } : { arguments: '' };
    const emptied = { text: { content: [] }, reasoning: { summary: [] }, 'tool-call': input };
    const status = kind === 'reasoning' ? {} : { status: 'in_progress' };
    const item = { ...whole, ...status, ...emptied[kind as keyof typeof emptied] };
    const added = this.#event('response.output_item.added', { output_index: place, item });
    const where = { item_id: id, output_index: place };
    if (kind === 'text')
      return (
        added + this.#event('response.content_part.added', { ...where, content_index: 0, part: textPart('') })
      );
    if (kind !== 'reasoning') return added;
    const empty = { type: 'summary_text', text: '' };
    return (
      added +
      this.#event('response.reasoning_summary_part.added', { ...where, summary_index: 0, part: empty })
    );
  }

  #formatDelta(item: OpenItem | undefined, part: Part): string {
    if (!item) return '';
    item.parts.push(part);
    const where = { item_id: item.id, output_index: item.place };
    if (part.type === 'text-delta')
      return this.#event('response.output_text.delta', {
        ...where,
        content_index: 0,
        delta: part.text,
        logprobs: [],
      });
    if (part.type === 'reasoning-delta')
      return this.#event('response.reasoning_summary_text.delta', {
        ...where,
        summary_index: 0,
        delta: part.text,
      });
    if (part.type !== 'tool-call-delta' || item.isCustom) return '';
    return this.#event('response.function_call_arguments.delta', { ...where, delta: part.input });
  }

  #closeAll(): string {
    const closing = this.#open.map((item) => this.#close(item)).join('');
    this.#open = [];
    return closing;
  }

  #close(open: OpenItem): string {
    const item = this.#whole(open);
    this.#output.push(item);
    const events = open.isCustom ? this.#finishCustom(open, item) : this.#finish(open);
    return events + this.#event('response.output_item.done', { output_index: open.place, item });
  }

  #finishCustom({ id, place }: OpenItem, item: { input?: string }): string {
    const where = { item_id: id, output_index: place };
    const { input = '' } = item;
    const delta = this.#event('response.custom_tool_call_input.delta', { ...where, delta: input });
    return delta + this.#event('response.custom_tool_call_input.done', { ...where, input });
  }

  /** Formats the end of an item, which repeats its whole content. */
  #finish({ id, place, parts }: OpenItem): string {
    const where = { item_id: id, output_index: place };
    const [block] = gather(parts).blocks;
    if (block?.type === 'tool-call') {
      const { input } = block;
      const { name } = this.#tools.ownName(block.name);
      return this.#event('response.function_call_arguments.done', {
        ...where,
        name,
        arguments: input || '{}',
      });
    }
    if (block?.type === 'text') {
      const at = { ...where, content_index: 0 };
      const text = this.#event('response.output_text.done', { ...at, text: block.text, logprobs: [] });
      return (
        text +
        this.#event('response.content_part.done', { ...at, part: textPart(block.text, block.citations) })
      );
    }
    if (block?.type !== 'reasoning') return '';
    const at = { ...where, summary_index: 0 };
    const part = { type: 'summary_text', text: block.text };
    const text = this.#event('response.reasoning_summary_text.done', { ...at, text: block.text });
    return text + this.#event('response.reasoning_summary_part.done', { ...at, part });
  }

  #whole({ id, parts, place }: OpenItem): object {
    const [block] = gather(parts).blocks;
    const [item] = block ? toItem(block, this.#id, place, this.#tools) : [];
    return item ? { ...item, id } : {};
  }

  #event(type: string, fields: object): string {
    const body = { type, sequence_number: this.#sequence++, ...fields };
    return `event: ${type}\ndata: ${JSON.stringify(body)}\n\n`;
  }
}
