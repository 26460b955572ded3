import type { Usage } from '@tollgate/pricing';
import { tierOf } from './openai-usage.ts';

/**
 * Reads the usage of an answer, or `undefined` when there is none.
 *
 * Anthropic counts tokens read from and written to its cache next to `input_tokens`; our `input` includes them. The
 * lifetime of a written token is in `cache_creation`; when only the total is there, it is five minutes.
 *
 * A call that compacts its context or runs server tools samples several times. Each sampling is an item of
 * `iterations`, all of them are charged, and the top-level counts may cover the last ones only. The sum counts then:
 * https://docs.claude.com/en/docs/build-with-claude/compaction#understanding-usage
 */
export function readUsage(usage: unknown): Partial<Usage> | undefined {
  if (!isRecord(usage)) return undefined;
  const top = readCounts(usage);
  const { iterations } = usage;
  const hasIterations = Array.isArray(iterations) && iterations.length > 0;
  const counts = hasIterations
    ? larger(top, iterations.filter(isRecord).map(readCounts).reduce(add, {}))
    : top;
  return { ...counts, ...paidOf(usage) };
}

/** Searches and the tier, which only the whole usage has. */
function paidOf({ server_tool_use: tools, service_tier, speed }: Json): Partial<Usage> {
  const webSearches = isRecord(tools) ? count(tools.web_search_requests) : undefined;
  return { ...(webSearches && { webSearches }), ...tierOf(speed === 'fast' ? speed : service_tier) };
}

type Json = Readonly<Record<string, unknown>>;

/**
 * What a stream used after a later report. The first report (`message_start`) often has a prompt count of 0 or of the
 * fresh tokens alone; a later one replaces it when it is complete (it has the cached share), and otherwise when it is
 * larger: then the cached share of the first report stays.
 */
export function laterUsage(first: Partial<Usage>, report: unknown): Partial<Usage> {
  const later = readUsage(report);
  if (!later || !isRecord(report)) return {};
  const output = {
    ...paidOf(report),
    ...(later.output !== undefined && { output: later.output }),
  };
  if (later.input === undefined) return output;
  const hasCachedShare = count(report.cache_read_input_tokens) !== undefined;
  if (hasCachedShare) return later.input > 0 ? later : output;

  const shares = cachedShares(first);
  const known = (first.input ?? 0) - sum(shares);
  const fresh = later.input - sum(cachedShares(later));
  const written = sum(cachedShares(later)) > 0 ? cachedShares(later) : shares;
  if (fresh <= known && written === shares) return output;
  return { ...output, ...written, input: Math.max(fresh, known) + sum(written) };
}

type Shares = Pick<Usage, 'cachedInput' | 'cacheWrite' | 'cacheWriteHour'>;

function cachedShares({ cachedInput = 0, cacheWrite = 0, cacheWriteHour = 0 }: Partial<Usage>): Shares {
  return { cachedInput, cacheWrite, cacheWriteHour };
}

function sum({ cachedInput, cacheWrite, cacheWriteHour }: Shares): number {
  return cachedInput + cacheWrite + cacheWriteHour;
}

/** The counts of one sampling, or of the top level. */
function readCounts(sent: Readonly<Record<string, unknown>>): Partial<Usage> {
  const output = count(sent.output_tokens);
  const fresh = count(sent.input_tokens);
  const cachedInput = count(sent.cache_read_input_tokens) ?? 0;
  const kept = isRecord(sent.cache_creation) ? sent.cache_creation : {};
  const cacheWriteHour = count(kept.ephemeral_1h_input_tokens) ?? 0;
  const listed = (count(kept.ephemeral_5m_input_tokens) ?? 0) + cacheWriteHour;
  const written = Math.max(count(sent.cache_creation_input_tokens) ?? 0, listed);
  return {
    ...(fresh !== undefined && {
      input: fresh + cachedInput + written,
      cachedInput,
      cacheWrite: written - cacheWriteHour,
      cacheWriteHour,
    }),
    ...(output !== undefined && { output }),
  };
}

const fields = ['input', 'cachedInput', 'cacheWrite', 'cacheWriteHour', 'output'] as const;

function add(one: Partial<Usage>, other: Partial<Usage>): Partial<Usage> {
  return combine(one, other, (a, b) => a + b);
}

function larger(one: Partial<Usage>, other: Partial<Usage>): Partial<Usage> {
  return combine(one, other, Math.max);
}

/** Fields that neither side has stay absent. */
function combine(
  one: Partial<Usage>,
  other: Partial<Usage>,
  join: (a: number, b: number) => number,
): Partial<Usage> {
  const known = fields.filter((field) => one[field] !== undefined || other[field] !== undefined);
  return Object.fromEntries(known.map((field) => [field, join(one[field] ?? 0, other[field] ?? 0)]));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function count(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}
