import { type PaidTool, paidToolNames, paidTools, type ToolUses } from '@tollgate/pricing';
import { googleTools } from '../../core/google-tools.ts';
import type { RelayRequest } from '../dialects/dialect.ts';

/** How often a provider may use its paid tools for a request. */
export interface ToolBounds {
  /** Uses whose fees are held. */
  readonly held: Partial<ToolUses>;
  /** More uses than this were not possible. */
  readonly most: Partial<ToolUses>;
}

/** Uses that are held when a request sets no limit. Calls rarely search more often. */
const ASSUMED_USES = 10;
/** The most uses that are held, however high the limit of the request is. */
const MOST_HELD = 100;
/** No call uses a tool more often. */
export const MOST_USES = 1000;

const NO_TOOLS: ToolBounds = { held: {}, most: {} };

type Json = Readonly<Record<string, unknown>>;

/** Reads the hosted tools of a request in any dialect. */
export function toolBoundsOf({ json, model }: Pick<RelayRequest, 'json' | 'model'>): ToolBounds {
  const hasSearch = searchFields.some((field) => isSet(json[field]));
  if (!json.tools && !hasSearch && !searchesAlways(model)) return NO_TOOLS;
  const limits = new Map<PaidTool, number>();
  const offer = (tool: PaidTool, limit: number) => limits.set(tool, Math.max(limit, limits.get(tool) ?? 0));
  const mostCalls = limitOf(json.max_tool_calls);
  for (const tool of [json.tools ?? []].flat()) {
    const name = typeof tool === 'object' && tool !== null ? paidToolOf(tool as Json) : undefined;
    if (name) offer(name, Math.min(mostCalls, mostUsesOf(name, tool as Json, model)));
  }
  if (searchesAlways(model)) offer('web_search', searchesOnce(model) ? 1 : Number.POSITIVE_INFINITY);
  else if (hasSearch) offer('web_search', Number.POSITIVE_INFINITY);
  const bounds = (toUses: (limit: number) => number): Partial<ToolUses> =>
    Object.fromEntries(
      paidToolNames.flatMap((tool) => {
        const limit = limits.get(tool);
        return limit === undefined ? [] : [[paidTools[tool], toUses(limit)]];
      }),
    );
  return {
    held: bounds((limit) => (Number.isFinite(limit) ? Math.min(limit, MOST_HELD) : ASSUMED_USES)),
    most: bounds((limit) => Math.min(limit, MOST_USES)),
  };
}

/** Returns the charged searches of a model that searches in every call: its vendor charges calls, or reports them. */
export function chargedSearches(model: string, reported = 0): number {
  if (!searchesAlways(model)) return reported;
  return searchesOnce(model) ? 1 : Math.max(1, reported);
}

function searchesAlways(model: string): boolean {
  return /search-(preview|api)|sonar/.test(model);
}

function searchesOnce(model: string): boolean {
  return !model.includes('deep-research');
}

/** Fields other than tools that let a model search. */
const searchFields = ['web_search_options', 'search_parameters', 'enable_search'];

const googleSearches = [
  ...['googleSearch', 'google_search', 'googleSearchRetrieval', 'google_search_retrieval'],
  ...['enterpriseWebSearch', 'enterprise_web_search'],
];

function paidToolOf(tool: Json): PaidTool | undefined {
  const { type, function: own } = tool;
  const name = tool.name ?? (own as Json | undefined)?.name;
  if (typeof name === 'string' && googleTools.has(name))
    return name === 'googleSearch' ? 'web_search' : undefined;
  if (googleSearches.some((field) => isSet(tool[field]))) return 'web_search';
  if (typeof type !== 'string') return undefined;
  if (/^(\$?web_search|x_search)/.test(type)) return 'web_search';
  return type === 'file_search' || type === 'code_interpreter' ? type : undefined;
}

/** Google charges its models up to 2.5 per call, not per search. A call starts one container at most. */
function mostUsesOf(name: PaidTool, { max_uses, container }: Json, model: string): number {
  if (name === 'code_interpreter') return typeof container === 'string' ? 0 : 1;
  if (/^gemini-[12]/.test(model)) return 1;
  return limitOf(max_uses);
}

function limitOf(value: unknown): number {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : Number.POSITIVE_INFINITY;
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false;
}
