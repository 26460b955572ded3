import { createHash } from 'node:crypto';
import type * as z from 'zod/mini';
import type { ChatCall, Tool } from '../../core/chat.ts';
import type { Json } from '../providers/provider.ts';
import { HostedTools, readOpenaiSearch } from './hosted-tools.ts';
import { unsupported } from './read-request.ts';
import type { responsesBody } from './responses-body.ts';

type Choice = z.output<typeof responsesBody>['tool_choice'];

/** Types of tools that search the web. */
const SEARCH = /^web_search/;

/** A tool as the caller named it. */
interface OwnTool {
  readonly name: string;
  readonly namespace?: string;
  /** Its input is free text, not JSON. */
  readonly isCustom: boolean;
}

/**
 * The tools of a call, under names that every vendor takes. Other vendors have no namespaces, and no tools
 * whose input is free text: such a tool becomes a function with one string.
 */
export class ResponsesTools {
  readonly tools: Tool[] = [];
  readonly #own = new Map<string, OwnTool>();
  readonly #hosted = new HostedTools();

  constructor({ tools, input }: Json) {
    this.#addAll(tools);
    // Some clients add tools as items of the conversation.
    for (const item of Array.isArray(input) ? (input as Json[]) : [])
      if (item?.type === 'additional_tools') this.#addAll(item.tools);
  }

  /** Returns the caller's name of a tool that the model called. */
  ownName(name: string): OwnTool {
    return this.#own.get(name) ?? { name, isCustom: false };
  }

  /** Tools that only the provider runs are left out, unless one of them must be called. @throws {RelayError} */
  readChoice(choice: Choice): Pick<ChatCall, 'tools' | 'toolChoice' | 'webSearch'> {
    const hosted = this.#hosted;
    if (typeof choice !== 'object' || choice === null) return hosted.choose(this.tools, choice ?? undefined);
    const { type, name = '', namespace, mode, tools = [] } = choice;
    if (type === 'function' || type === 'custom')
      return hosted.choose(this.tools, { name: flatName(name, namespace ?? undefined) });
    if (type !== 'allowed_tools') {
      if (!SEARCH.test(type)) throw unsupported(`tool_choice.type: ${type}`);
      return hosted.choose(this.tools, undefined, type);
    }
    const names = new Set(tools.map((tool) => flatName(tool.name ?? '', tool.namespace ?? undefined)));
    const allowed = this.tools.filter((tool) => names.has(tool.name));
    const toolChoice = mode === 'required' ? 'required' : undefined;
    if (tools.some((tool) => SEARCH.test(String(tool.type)))) return hosted.choose(allowed, toolChoice);
    if (allowed.length === 0 && toolChoice) throw unsupported('tool_choice.tools');
    return new HostedTools().choose(allowed, toolChoice);
  }

  #addAll(tools: unknown, namespace?: string): void {
    for (const tool of Array.isArray(tools) ? (tools as Json[]) : [])
      if (typeof tool === 'object' && tool !== null) this.#add(tool, namespace);
  }

  #add(tool: Json, namespace: string | undefined): void {
    const { type, name: sent, tools } = tool;
    const name = typeof sent === 'string' ? sent : '';
    if (type === 'namespace') this.#addAll(tools, name);
    else if (type === 'function' || type === 'custom') {
      const isCustom = type === 'custom';
      const flat = flatName(name, namespace);
      if (this.#own.has(flat)) return;
      this.#own.set(flat, { name, isCustom, ...(namespace !== undefined && { namespace }) });
      this.tools.push(isCustom ? customTool(flat, tool) : functionTool(flat, tool));
    } else this.#hosted.add(String(type), SEARCH.test(String(type)) ? readOpenaiSearch(tool) : undefined);
  }
}

/** Vendors take 64 letters, digits, underscores and dashes. */
export function flatName(name: string, namespace?: string): string {
  const full = namespace === undefined ? name : `${namespace}__${name}`;
  const plain = full.replaceAll(/[^\w-]/g, '_');
  if (plain === full && full.length <= 64) return full;
  // Shortened names stay distinct.
  return `${plain.slice(0, 55)}_${createHash('sha256').update(full).digest('hex').slice(0, 8)}`;
}

function functionTool(name: string, { description, parameters, strict }: Json): Tool {
  return {
    name,
    ...describe(description),
    parameters: parameters ?? undefined,
    ...(typeof strict === 'boolean' && { strict }),
  };
}

function customTool(name: string, { description, format }: Json): Tool {
  const { definition, syntax } = (format ?? {}) as Json;
  const grammar = typeof definition === 'string' ? ` It follows this ${syntax} grammar:\n${definition}` : '';
  const input = { type: 'string', description: `The whole input of the tool.${grammar}` };
  const parameters = {
    type: 'object',
    properties: { input },
    required: ['input'],
    additionalProperties: false,
  };
  return { name, ...describe(description), parameters };
}

function describe(description: unknown): { description?: string } {
  return typeof description === 'string' && description !== '' ? { description } : {};
}

/** The JSON of a free text, and back. */
export function wrapInput(input: string): string {
  return JSON.stringify({ input });
}
