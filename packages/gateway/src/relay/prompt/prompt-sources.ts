import { googleTools } from '../../core/google-tools.ts';
import type { RelayRequest } from '../dialects/dialect.ts';

/** The sources of a prompt other than the words in the request. */
export interface PromptSources {
  /** The request contains pictures, recordings or files, or their addresses. */
  readonly hasMedia: boolean;
  readonly pictures: number;
  /**
   * The request refers to more than its bytes and its pictures: earlier turns behind an id, stored files,
   * results of hosted tools, films. Anything unknown to this gateway counts as such.
   */
  readonly isHidden: boolean;
  /** The request marks parts of its prompt to be written to the provider's cache. */
  readonly isMarked: boolean;
}

/** Reads only the structure: the cost grows with the members of the messages, not with their texts. */
export function sourcesOf({ json }: Pick<RelayRequest, 'json'>): PromptSources {
  const found: Found = { hasMedia: false, pictures: 0, isHidden: false, isMarked: CACHE_CONTROL in json };
  for (const field in json) {
    const value = json[field];
    if (turnFields.has(field)) scanMessages(field, value, found);
    else if (field === 'context_management') found.isHidden ||= compacts(value);
    else if (!plainFields.has(field) && mayReferToContent(value)) found.isHidden = true;
  }
  if (!json.tools && !json.functions) return found;
  const tools = json.tools ? [json.tools].flat() : [];
  if (tools.some(isHosted)) found.isHidden = true;
  if ([...tools, json.functions].flat().some(isMarkedTool)) found.isMarked = true;
  return found;
}

const CACHE_CONTROL = 'cache_control';

/** OpenAI clients put the mark next to the function or into it. */
function isMarkedTool(tool: unknown): boolean {
  if (typeof tool !== 'object' || tool === null) return false;
  const { function: own } = tool as { function?: unknown };
  return CACHE_CONTROL in tool || (typeof own === 'object' && own !== null && CACHE_CONTROL in own);
}

type Found = { -readonly [Name in keyof PromptSources]: PromptSources[Name] };

const words = (text: string) => new Set(text.split(' '));

/** Fields with messages and prompts, in any dialect. */
const turnFields = words(
  'messages input contents content system systemInstruction system_instruction prompt query documents requests',
);

/** Fields of a request that add only their own bytes to a prompt, in any dialect. */
const plainFields = words(
  [
    'model stream stream_options temperature top_p top_k top_a min_p n seed random_seed stop stop_sequences suffix echo',
    'best_of max_tokens max_completion_tokens max_output_tokens presence_penalty frequency_penalty repetition_penalty',
    'logit_bias logprobs top_logprobs user metadata store service_tier safety_identifier prompt_cache_key',
    'prompt_cache_retention cache_control verbosity tools tool_choice parallel_tool_calls functions function_call max_tool_calls',
    'response_format reasoning_effort reasoning modalities audio prediction instructions text truncation include',
    'background thinking output_config output_format anthropic_version anthropic_beta betas generationConfig',
    'generation_config safetySettings safety_settings toolConfig tool_config labels dimensions encoding_format',
    'input_type embedding_types task taskType outputDimensionality title truncate normalized late_chunking top_n',
    'return_documents max_chunks_per_doc voice speed stream_format enable_thinking thinking_budget',
    'chat_template_kwargs guided_json guided_choice guided_regex guided_grammar do_sample request_id result_format',
    'incremental_output safe_prompt prompt_mode group client_metadata usage min_tokens ignore_eos stop_token_ids',
    'skip_special_tokens user_id thinking_config transforms provider route',
  ].join(' '),
);

/** Members of messages that contain all of their content. */
const plainMembers = words(
  [
    'role type id text content name tool_calls tool_call_id tool_use_id call_id function_call function arguments input',
    'output parts refusal reasoning reasoning_content reasoning_details thinking signature data cache_control ttl',
    'citations annotations status phase summary encrypted_content index prefix partial is_error title context detail',
    'functionCall functionResponse args response thought thoughtSignature thought_signature executableCode',
    'executable_code codeExecutionResult code_execution_result code language outcome logprobs weight model format',
    'task taskType outputDimensionality',
  ].join(' '),
);
/**
 * Values written by callers and their tools: the model reads them as text, whatever their members are called.
 */
const freeMembers = words('arguments args response');
const callTypes = words('tool_use server_tool_use mcp_tool_use');

const pictureMembers = words('image_url image inlineData inline_data fileData file_data source');
/** Deeper than any message is nested. */
const DEPTH = 12;

/**
 * Whether a value may refer to more content. Numbers and booleans do not, but `enable_search` is a boolean.
 */
function mayReferToContent(value: unknown): boolean {
  return value === true || typeof value === 'string' || (typeof value === 'object' && value !== null);
}

/**
 * Whether the settings compact the context. Editing a context only removes from it; compacting reads all of
 * it again. https://docs.claude.com/en/docs/build-with-claude/context-editing
 */
function compacts(management: unknown): boolean {
  return JSON.stringify(management ?? '').includes('compact');
}

function scanMessages(field: string, value: unknown, found: Found): void {
  // A stored prompt is an object; Google's system prompt and contents may be one turn instead of a list.
  if (field === 'prompt' && typeof value === 'object' && value !== null && !Array.isArray(value))
    found.isHidden = true;
  else look(value, found, 0);
}

function look(value: unknown, found: Found, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > DEPTH) {
    found.isHidden = true;
    found.isMarked = true;
    return;
  }
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object') look(item, found, depth + 1);
    return;
  }
  const item = value as Record<string, unknown>;
  if (isReference(item, depth)) found.isHidden = true;
  if (CACHE_CONTROL in item) found.isMarked = true;
  for (const field in item) {
    const member = item[field];
    if (pictureMembers.has(field) && isMedia(item, field)) {
      found.hasMedia = true;
      if (isPicture(item, field)) found.pictures += 1;
      else found.isHidden = true;
    } else if (plainMembers.has(field) || field === 'source') {
      const isFree = freeMembers.has(field) || (field === 'input' && callTypes.has(String(item.type)));
      if (!isFree && typeof member === 'object') look(member, found, depth + 1);
    } else if (mayReferToContent(member)) {
      found.hasMedia = true;
      found.isHidden = true;
    }
  }
}

/**
 * Whether an item is only the id of another item, or the name of a cache.
 * https://platform.openai.com/docs/api-reference/responses/create#responses-create-input,
 * https://platform.moonshot.ai/docs/api/caching
 */
function isReference(item: Record<string, unknown>, depth: number): boolean {
  if (item.type === 'item_reference' || item.role === 'cache') return true;
  return depth === 1 && typeof item.id === 'string' && !ownWords.some((name) => item[name] !== undefined);
}

const ownWords = ['content', 'output', 'arguments', 'input', 'encrypted_content', 'result', 'action', 'code'];

/** Anthropic's sources may also be texts. */
function isMedia(item: Record<string, unknown>, field: string): boolean {
  if (field !== 'source') return mayReferToContent(item[field]);
  const { type } = (item.source ?? {}) as { type?: unknown };
  return type !== 'text' && type !== 'content';
}

function isPicture(item: Record<string, unknown>, field: string): boolean {
  const value = item[field];
  if (field === 'source') return item.type === 'image' && (value as { type?: unknown }).type !== 'file';
  if (field === 'image_url' || field === 'image') {
    const url = typeof value === 'string' ? value : (value as { url?: unknown }).url;
    return (
      typeof url === 'string' && PICTURE.test(url.slice(0, 2048)) && !OTHER_FILE.test(url.slice(0, 2048))
    );
  }
  const { mimeType, mime_type } = value as { mimeType?: unknown; mime_type?: unknown };
  return String(mimeType ?? mime_type ?? '').startsWith('image/');
}

const PICTURE = /^(data:image\/|https?:\/\/)/i;
const OTHER_FILE = /^[^?#]*\.(pdf|mp4|mov|webm|mp3|wav|ogg|docx?|txt|html?)([?#]|$)/i;

/** Tools that the caller runs: their results arrive as messages. */
const CALLERS_TOOL =
  /^(function|custom|namespace|local_shell|apply_patch|(bash|text_editor|computer|memory)_\d+)$/;

/** Whether the provider runs the tool itself: the model reads its results as a prompt. */
function isHosted(tool: unknown): boolean {
  if (typeof tool !== 'object' || tool === null) return false;
  const { type, name, function: own } = tool as { type?: unknown; name?: unknown; function?: unknown };
  const called = name ?? (own as { name?: unknown } | undefined)?.name;
  if (typeof called === 'string' && googleTools.has(called)) return true;
  if (typeof type === 'string') return !CALLERS_TOOL.test(type);
  if (typeof called === 'string') return false;
  return Object.keys(tool).some((each) => !/^function_?[dD]eclarations$/.test(each));
}
