import type { ChatCall, Tool, ToolChoice, WebSearch } from '../../core/chat.ts';
import { present } from './present.ts';
import { unsupported } from './read-request.ts';

type Json = Readonly<Record<string, unknown>>;

/** Tools of a request that its provider runs. Of these, other vendors have the search of the web at most. */
export class HostedTools {
  search: WebSearch | undefined;
  /** Types of the others. */
  readonly others: string[] = [];

  add(type: string, search: WebSearch | undefined): void {
    if (search) this.search ??= search;
    else this.others.push(type);
  }

  /**
   * Returns the tools of the call. Hosted tools that are only offered are left out where a vendor lacks them.
   * `forced`: the type of the hosted tool that the model must use.
   *
   * @throws {RelayError} 400 with the type of a tool that no other vendor has and the model must use
   */
  choose(
    tools: Tool[],
    toolChoice: ToolChoice | undefined,
    forced?: string,
  ): Pick<ChatCall, 'tools' | 'toolChoice' | 'webSearch'> {
    if (forced !== undefined && !this.search) throw unsupported(`tool_choice.type: ${forced}`);
    const [other] = this.others;
    const mustUse = forced !== undefined || (toolChoice === 'required' && tools.length === 0);
    if (mustUse && !this.search && other !== undefined) throw unsupported(`tools.type: ${other}`);
    const search = toolChoice === 'none' ? undefined : this.search;
    const need = search && (mustUse ? 'used' : search.need);
    return {
      tools,
      // A choice among no tools is an error at most vendors.
      ...(forced === undefined && toolChoice !== undefined && tools.length > 0 && { toolChoice }),
      ...(search && need && { webSearch: { ...search, need } }),
    };
  }
}

/** Reads `web_search` and `web_search_preview`, and `web_search_options` of chat completions. */
export function readOpenaiSearch(options: Json, need: WebSearch['need'] = 'optional'): WebSearch | undefined {
  // A search of the provider's own copy of the web: no other vendor has one.
  if (options.external_web_access === false) return undefined;
  const { search_context_size: size, user_location } = options;
  const place = recordOf(user_location);
  const filters = recordOf(options.filters);
  return {
    need,
    ...(isSize(size) && { contextSize: size }),
    ...present('allowedDomains', listOf(filters.allowed_domains)),
    ...present('blockedDomains', listOf(filters.blocked_domains)),
    ...locationOf(recordOf(place.approximate ?? place)),
  };
}

/** Reads `web_search_20250305` and later versions. */
export function readAnthropicSearch(tool: Json): WebSearch {
  const { max_uses } = tool;
  return {
    need: 'optional',
    ...(Number.isSafeInteger(max_uses) && { maxUses: max_uses as number }),
    ...present('allowedDomains', listOf(tool.allowed_domains)),
    ...present('blockedDomains', listOf(tool.blocked_domains)),
    ...locationOf(recordOf(tool.user_location)),
  };
}

/** Reads `googleSearch`. */
export function readGoogleSearch(tool: unknown): WebSearch {
  return { need: 'optional', ...present('blockedDomains', listOf(recordOf(tool).excludeDomains)) };
}

const places = ['country', 'region', 'city', 'timezone'] as const;

function locationOf(sent: Json): Pick<WebSearch, 'location'> {
  const known = places.filter((name) => typeof sent[name] === 'string' && sent[name] !== '');
  if (known.length === 0) return {};
  return { location: Object.fromEntries(known.map((name) => [name, String(sent[name])])) };
}

function isSize(value: unknown): value is NonNullable<WebSearch['contextSize']> {
  return value === 'low' || value === 'medium' || value === 'high';
}

function recordOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function listOf(value: unknown): string[] | undefined {
  return Array.isArray(value) && value.length > 0 ? value.map(String) : undefined;
}
