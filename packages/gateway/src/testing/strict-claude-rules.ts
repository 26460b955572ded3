/**
 * The rules of Anthropic's Messages API that a request must keep, as its documentation says them. Written
 * without the gateway's own table, so that a mistake there is found:
 * https://platform.claude.com/docs/en/api/messages
 */
type Json = Record<string, unknown>;
export interface ClaudeRequest extends Json {
  model: string;
  max_tokens: number;
  messages: { role: string; content: Json[] }[];
  system?: Json[];
  tools?: Json[];
  tool_choice?: Json;
  thinking?: { type: string; budget_tokens?: number; block_binding?: Json };
  output_config?: { effort?: string; format?: Json };
}

const fields = new Set([
  ...['model', 'max_tokens', 'messages', 'system', 'tools', 'tool_choice', 'stop_sequences', 'stream'],
  ...['temperature', 'top_p', 'top_k', 'thinking', 'output_config', 'metadata', 'cache_control'],
]);

/** Kinds of models by the documented names that the tests use. */
const budgetOnly = /claude-(3-7|(opus|sonnet)-4-2025|(opus|sonnet|haiku)-4-[15])/;
const adaptiveOnly = /claude-(opus-4-[78]|(opus|sonnet|haiku|fable)-5)/;
const unforced = /claude-((opus|sonnet)-5-5|fable-5-1)/;
const alwaysOn = /claude-(opus-5-5|fable-5)/;
const efforts = (model: string) =>
  ['low', 'medium', 'high', 'max', ...(adaptiveOnly.test(model) ? ['xhigh'] : [])] as unknown[];

/** What the provider remembers: the conversation before each block of reasoning, by its signature. */
export type Signed = ReadonlyMap<string, string>;

/** Returns the message of a refusal, or `undefined` for a valid request. */
export function findClaudeFault(body: ClaudeRequest, signed: Signed, betas: string) {
  const allowed = betas.includes('context-management-2025-06-27') ? ['context_management'] : [];
  const unknown = Object.keys(body).find((field) => !fields.has(field) && !allowed.includes(field));
  if (unknown !== undefined) return `${unknown}: Extra inputs are not permitted`;
  return (
    limitFault(body) ??
    thinkingFault(body) ??
    samplingFault(body) ??
    turnFault(body) ??
    signatureFault(body, signed, betas) ??
    toolFault(body, betas) ??
    formatFault(body) ??
    cacheFault(body)
  );
}

function limitFault({ max_tokens, system }: ClaudeRequest): string | undefined {
  if (!Number.isInteger(max_tokens) || max_tokens < 1) return 'max_tokens: Field required';
  if (Array.isArray(system) && system.length === 0) return 'system: List should have at least 1 item';
  return undefined;
}

function thinkingFault({ model, thinking, max_tokens, tool_choice, output_config }: ClaudeRequest) {
  const { type, budget_tokens: budget = 0 } = thinking ?? {};
  const mode = `"thinking.type.${type}" is not supported for this model.`;
  if (type === 'enabled' && adaptiveOnly.test(model)) return mode;
  if (type === 'adaptive' && budgetOnly.test(model)) return mode;
  if (type === 'disabled' && (alwaysOn.test(model) || model.startsWith('claude-sonnet-5-5'))) return mode;
  if (type === 'between_tools' && !model.startsWith('claude-sonnet-5-5')) return mode;
  if (type === 'enabled' && budget < 1024) return 'thinking.budget_tokens: should be at least 1024';
  if (type === 'enabled' && budget >= max_tokens) return '`max_tokens` must be greater than the budget';
  const { effort } = output_config ?? {};
  if (effort !== undefined && (budgetOnly.test(model) || !efforts(model).includes(effort)))
    return `output_config.effort: ${effort} is not supported`;
  const isForced = ['any', 'tool'].includes(String(tool_choice?.type));
  if (isForced && (type === 'enabled' || type === 'adaptive'))
    return 'Thinking may not be enabled when tool_choice forces tool use.';
  if (isForced && unforced.test(model)) return 'tool_choice: forced tool use is not supported for this model';
  return undefined;
}

function samplingFault(body: ClaudeRequest): string | undefined {
  const { model, thinking, temperature, top_p, top_k } = body;
  const sent = ['temperature', 'top_p', 'top_k'].filter((field) => body[field] !== undefined);
  if (adaptiveOnly.test(model) && sent.length > 0) return `${sent[0]} is not supported for this model`;
  const thinks = thinking?.type === 'enabled' || thinking?.type === 'adaptive';
  if (thinks && ((temperature ?? 1) !== 1 || top_k !== undefined))
    return '`temperature` may only be set to 1 when thinking is enabled';
  if (/-4-[156]/.test(model) && temperature !== undefined && top_p !== undefined)
    return '`temperature` and `top_p` cannot both be specified for this model';
  return undefined;
}

function turnFault({ messages, thinking }: ClaudeRequest): string | undefined {
  let open: unknown[] = [];
  for (const [at, { role, content }] of messages.entries()) {
    if (role !== (at % 2 === 0 ? 'user' : 'assistant')) return 'messages: roles must alternate';
    if (!Array.isArray(content) || content.length === 0) return `messages.${at}: content must be non-empty`;
    if (content.some(({ type, text }) => type === 'text' && String(text).trim() === ''))
      return 'messages: text content blocks must contain non-whitespace text';
    if (content.some(({ type, id }) => type === 'tool_use' && !/^[\w-]+$/.test(String(id))))
      return `messages.${at}: tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`;
    const end = at === messages.length - 1 && role === 'assistant' ? content.at(-1)?.text : undefined;
    if (typeof end === 'string' && end !== end.trimEnd())
      return 'messages: final assistant content cannot end with trailing whitespace';
    const answered = content
      .filter(({ type }) => type === 'tool_result')
      .map(({ tool_use_id }) => tool_use_id);
    if (open.some((id) => !answered.includes(id)) || answered.some((id) => !open.includes(id)))
      return `messages.${at}: tool_use ids and tool_result blocks must match`;
    open = content.filter(({ type }) => type === 'tool_use').map(({ id }) => id);
    const isLast = at >= messages.length - 2 && role === 'assistant' && open.length > 0;
    const first = String(content[0]?.type);
    if (thinking?.type === 'enabled' && isLast && !/^(redacted_)?thinking$/.test(first))
      return `messages.${at}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first}\``;
  }
  return undefined;
}

const bound = /claude-((opus|sonnet|haiku)-5-5|fable-5-1)/;

function signatureFault(body: ClaudeRequest, signed: Signed, betas: string): string | undefined {
  const { model, messages, thinking } = body;
  if (thinking?.block_binding && !betas.includes('thinking-binding-controls-2026-08-01'))
    return 'thinking.block_binding: Extra inputs are not permitted';
  for (const [at, { content }] of messages.entries()) {
    const signature = content.find(({ type }) => type === 'thinking')?.signature;
    if (signature === undefined) continue;
    const before = signed.get(String(signature));
    if (before === undefined) return 'messages: Invalid `signature` in `thinking` block';
    const drops = thinking?.block_binding?.prefix_mismatch_behavior === 'drop_block';
    if (bound.test(model) && !drops && before !== conversationBefore(body, at))
      return 'messages: Invalid `signature`. The block is bound to a different conversation.';
  }
  return undefined;
}

/** What reasoning in the message `at` is bound to. Marks for the cache do not count. */
export function conversationBefore({ system, tools, messages }: ClaudeRequest, at: number): string {
  return JSON.stringify([system, tools, messages.slice(0, at)], (key, value: unknown) =>
    key === 'cache_control' ? undefined : value,
  );
}

function toolFault({ tools = [], tool_choice, messages }: ClaudeRequest, betas: string): string | undefined {
  const uses = messages.some(({ content }) => content.some(({ type }) => type === 'tool_use'));
  if (uses && tools.length === 0) return 'Requests which include `tool_use` blocks must define tools';
  if (tool_choice && tools.length === 0) return 'tool_choice may only be specified with tools';
  const own = new Set(['name', 'description', 'input_schema', 'strict', 'cache_control']);
  if (/(advanced-tool-use|tool-search-tool)-/.test(betas)) own.add('defer_loading');
  for (const [at, tool] of tools.entries()) {
    if (/^web_search_\d{8}$/.test(String(tool.type)) && tool.name === 'web_search') continue;
    const unknown = Object.keys(tool).find((field) => !own.has(field));
    if (unknown) return `tools.${at}.${unknown}: Extra inputs are not permitted`;
    if ((tool.input_schema as Json | undefined)?.type !== 'object')
      return `tools.${at}.input_schema.type: Field required`;
    const fault = tool.strict === true ? schemaFault(tool.input_schema) : undefined;
    if (fault) return `tools.${at}: ${fault}`;
  }
  return undefined;
}

function formatFault({ model, output_config }: ClaudeRequest): string | undefined {
  const { format } = output_config ?? {};
  if (!format) return undefined;
  if (/claude-(3|(opus|sonnet)-4-(2025|1))/.test(model)) return 'output_config.format is not supported';
  return format.type === 'json_schema' ? schemaFault(format.schema) : 'output_config.format.type';
}

const refusedKeywords = /^(minimum|maximum|minLength|maxLength|pattern|not|oneOf|maxItems|uniqueItems)$/;

function schemaFault(node: unknown): string | undefined {
  if (typeof node !== 'object' || node === null) return undefined;
  if (Array.isArray(node)) return node.map(schemaFault).find(Boolean);
  const { type, additionalProperties, properties, ...others } = node as Json;
  if (type === 'object' && additionalProperties !== false)
    return "For 'object' type, 'additionalProperties' must be explicitly set to false";
  const refused = Object.keys(others).find((key) => refusedKeywords.test(key));
  if (refused) return `For '${String(type)}' type, property '${refused}' is not supported`;
  return [...Object.values((properties ?? {}) as Json), ...Object.values(others)]
    .map(schemaFault)
    .find(Boolean);
}

function cacheFault({ tools = [], system = [], messages }: ClaudeRequest): string | undefined {
  const parts = [...tools, ...system, ...messages.flatMap(({ content }) => content)];
  const marked = parts.filter((part) => part.cache_control !== undefined);
  if (marked.length > 4)
    return `A maximum of 4 blocks with cache_control may be provided. Found ${marked.length}.`;
  if (marked.some(({ type }) => type === 'thinking'))
    return 'cache_control cannot be set for thinking blocks';
  const lifetimes = marked.map((part) => (part.cache_control as { ttl?: string }).ttl ?? '5m');
  return lifetimes.lastIndexOf('1h') > lifetimes.indexOf('5m') && lifetimes.includes('5m')
    ? 'a ttl="1h" cache_control block must not come after a ttl="5m" cache_control block'
    : undefined;
}
