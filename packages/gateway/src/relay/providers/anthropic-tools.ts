import type { ChatCall, ResponseFormat, Tool, ToolChoice } from '../../core/chat.ts';
import { cacheMark, type Part } from './anthropic-cache.ts';
import { enforceableSchema } from './anthropic-schema.ts';
import { SEARCH, searchTool } from './anthropic-search.ts';
import type { ClaudeFacts, ClaudeHost } from './claude-models.ts';
import { jsonInstruction } from './json-instruction.ts';

/** The tool whose input is the answer, where a schema can be enforced in no other way. */
export const JSON_TOOL = 'gateway_json_answer';
/** Anthropic refuses more strict tools. */
const MOST_STRICT = 20;

/** The tools of a request and the format of its answer, which may be a tool as well. */
export interface ClaudeTools {
  readonly tools: Part[];
  readonly choice?: Part;
  /** Whether the model must use a tool. */
  readonly isForced: boolean;
  /** The value of `output_config.format`. */
  readonly format?: Part;
  /** An instruction for the prompt, when nothing enforces the format. */
  readonly instruction?: string;
}

/** @throws {UnsupportedFeatureError} */
export function encodeTools(call: ChatCall, facts: ClaudeFacts, host: ClaudeHost): ClaudeTools {
  const { responseFormat } = call;
  const search = searchTool(call, facts, host);
  const own = ownTools(call, facts, host, search);
  if (!responseFormat || responseFormat.type === 'text' || own.isForced) return own;
  if (responseFormat.type === 'json') return { ...own, instruction: jsonInstruction(undefined) };
  const { schema } = responseFormat;
  const enforceable = enforceableSchema(schema);
  const mayUseTool = facts.forcedTools && isObjectSchema(schema);
  const isNative = facts.schemasAt.length > 0 && (host === 'anthropic' || !mayUseTool);
  if (enforceable && isNative) return { ...own, format: { type: 'json_schema', schema: enforceable } };
  return mayUseTool
    ? withJsonTool(own, call, responseFormat)
    : { ...own, instruction: jsonInstruction(schema) };
}

function ownTools(
  { tools, toolChoice: requested, parallelToolCalls, webSearch }: ChatCall,
  facts: ClaudeFacts,
  host: ClaudeHost,
  search: Part | undefined,
) {
  if (tools.length === 0 && !search) return { tools: [], isForced: false };
  const toolChoice = search && webSearch?.need === 'used' ? { name: SEARCH } : requested;
  const isForced = toolChoice === 'required' || typeof toolChoice === 'object';
  // Some models refuse a forced tool. They get no other tool, and decide.
  const mayForce = facts.forcedTools || !isForced;
  const offered =
    !mayForce && typeof toolChoice === 'object'
      ? tools.filter(({ name }) => name === toolChoice.name)
      : tools;
  const choice = encodeChoice(mayForce ? toolChoice : 'auto', parallelToolCalls);
  const strict = { count: 0, isEnforced: facts.schemasAt.includes(host) };
  return {
    tools: [...offered.map((tool) => encodeTool(tool, strict)), ...(search ? [search] : [])],
    ...(choice && { choice }),
    isForced: isForced && mayForce,
  };
}

function encodeTool(tool: Tool, strict: { count: number; isEnforced: boolean }): Part {
  const { name, description, parameters, cache } = tool;
  const isStrict = tool.strict === true && strict.isEnforced && strict.count < MOST_STRICT;
  const schema = isStrict ? enforceableSchema(parameters) : undefined;
  if (schema) strict.count += 1;
  return {
    name,
    ...(description && { description }),
    input_schema: schema ?? parameters ?? { type: 'object', properties: {} },
    ...(schema && { strict: true }),
    ...cacheMark(cache),
  };
}

function encodeChoice(choice: ToolChoice | undefined, parallel: boolean | undefined): Part | undefined {
  const single = parallel === false && { disable_parallel_tool_use: true };
  if (choice === undefined && !single) return undefined;
  if (choice === 'none') return { type: 'none' };
  if (choice === 'required') return { type: 'any', ...single };
  if (typeof choice === 'object') return { type: 'tool', name: choice.name, ...single };
  return { type: 'auto', ...single };
}

/** The model answers by this tool, or uses one of the caller's. */
function withJsonTool(
  { tools }: ClaudeTools,
  { toolChoice }: ChatCall,
  { schema }: ResponseFormat & { type: 'schema' },
): ClaudeTools {
  const tool = { name: JSON_TOOL, description: 'Gives the answer to the user.', input_schema: schema };
  const isOnly = tools.length === 0 || toolChoice === 'none';
  const type = isOnly ? { type: 'tool', name: JSON_TOOL } : { type: 'any' };
  return {
    tools: [...tools, tool],
    choice: { ...type, disable_parallel_tool_use: true },
    isForced: true,
  };
}

function isObjectSchema(schema: unknown): boolean {
  return (schema as { type?: unknown } | null)?.type === 'object';
}
