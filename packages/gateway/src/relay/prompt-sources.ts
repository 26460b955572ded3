import type { Asked } from './dialects/dialect.ts';

/** What a prompt is made of, beside the words in the request. */
export interface PromptSources {
  /** Pictures, recordings or files are in the request, or their addresses. */
  readonly hasMedia: boolean;
  /** The request stands for more: earlier turns behind an id, stored files, what hosted tools find. */
  readonly isHidden: boolean;
}

/** Looks at the structure only: what it costs grows with the members of the messages, not with their texts. */
export function sourcesOf({ json, model }: Pick<Asked, 'json' | 'model'>): PromptSources {
  const found = { hasMedia: false, isHidden: readingModels.test(model) || refersToMore(json) };
  for (const field of turnFields) look(json[field], found, 0);
  return found;
}

/** Searching models read what they find. */
export const readingModels = /search|sonar|online|deep-research|gizmo|^bot|compound|-all$/;

/** Where messages stand, in whatever dialect. */
const turnFields = [
  'messages',
  'input',
  'contents',
  'system',
  'systemInstruction',
  'system_instruction',
].concat(['prompt', 'query', 'documents', 'requests', 'content']);

/** Members of a request that stand for texts which it does not show. */
const hidingFields = new Set([
  ...['previous_response_id', 'conversation', 'cachedContent', 'cached_content', 'container', 'prompt_id'],
  ...['file_ids', 'context_management', 'mcp_servers', 'web_search_options', 'search_parameters'],
  ...['enable_search', 'plugins', 'data_sources', 'extra_body', 'assistant_id'],
]);
/** The same, of a message. */
const hidingMembers = new Set([
  ...[
    'file_id',
    'file_ids',
    'file_url',
    'fileUri',
    'file_uri',
    'cachedContent',
    'cached_content',
    'container',
  ],
  ...['container_id', 'vector_store_ids', 'search_parameters', 'data_sources'],
]);
const mediaMembers = new Set([
  ...['image_url', 'input_audio', 'file', 'video_url', 'inlineData', 'inline_data', 'fileData', 'file_data'],
  'source',
]);
/** Deeper than any message. What is deeper is not known to be harmless. */
const DEPTH = 12;

function refersToMore(json: Asked['json']): boolean {
  for (const field in json) {
    if (hidingFields.has(field) && isSet(json[field])) return true;
  }
  const { prompt, tools } = json;
  if (typeof prompt === 'object' && prompt !== null && !Array.isArray(prompt)) return true;
  return Array.isArray(tools) && tools.some(isHosted);
}

function isSet(value: unknown): boolean {
  return value !== null && value !== undefined && value !== false;
}

/** Tools that the provider runs itself: their results are read as a prompt. */
function isHosted(tool: unknown): boolean {
  if (typeof tool !== 'object' || tool === null) return false;
  const { type } = tool as { type?: unknown };
  if (typeof type === 'string') return type !== 'function' && type !== 'custom';
  const names = Object.keys(tool);
  return !names.includes('name') && names.some((name) => !/^function_?[dD]eclarations$/.test(name));
}

function look(value: unknown, found: { hasMedia: boolean; isHidden: boolean }, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > DEPTH) {
    found.hasMedia = true;
    found.isHidden = true;
    return;
  }
  if (Array.isArray(value)) {
    for (const item of value) look(item, found, depth + 1);
    return;
  }
  if (isReference(value, depth)) found.isHidden = true;
  for (const field in value) {
    const member = (value as Record<string, unknown>)[field];
    if (hidingMembers.has(field) && isSet(member)) found.isHidden = true;
    if (mediaMembers.has(field)) found.hasMedia = true;
    look(member, found, depth + 1);
  }
}

/**
 * An item of `input` that is the id of another: the type may be left out.
 * https://platform.openai.com/docs/api-reference/responses/create#responses-create-input
 */
function isReference(value: object, depth: number): boolean {
  const { type, id, role } = value as Record<string, unknown>;
  if (type === 'item_reference') return true;
  return depth === 1 && typeof id === 'string' && !isSet(type) && role === undefined;
}
