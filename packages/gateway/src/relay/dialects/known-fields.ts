/**
 * Fields by which a call is priced, bounded, sent or answered. Some servers match names in any case and take the last
 * of several spellings (Go's `encoding/json`), so a field in another spelling could say something else to the provider
 * than it said to the gateway.
 */
const KNOWN = [
  'model models messages input prompt instructions system contents query documents texts suffix',
  'stream stream_options n best_of max_tokens max_completion_tokens max_output_tokens',
  'tools tool_choice functions modalities audio voice size quality seconds duration steps style background',
  'thinking reasoning reasoning_effort web_search_options service_tier speed store metadata include',
  'previous_response_id conversation container context_management dimensions top_n user prediction',
  'generationConfig generation_config systemInstruction system_instruction cachedContent cached_content',
  'maxOutputTokens candidateCount candidate_count responseModalities response_modalities thinkingConfig thinking_config',
  'toolConfig tool_config safetySettings safety_settings instances parameters requests content',
].flatMap((line) => line.split(' '));

const known: ReadonlySet<string> = new Set(KNOWN);
const byFold: ReadonlyMap<string, string> = new Map(KNOWN.map((name) => [foldCase(name), name]));

/** Returns how a known field is spelled when this is another spelling of it, such as `Max_Tokens`. */
export function findSpelling(key: string): string | undefined {
  if (!UNUSUAL.test(key) || known.has(key)) return undefined;
  return byFold.get(foldCase(key));
}

/** Names of the formats in use have small letters, and in Google's a capital inside. */
const UNUSUAL = /[^a-z0-9_]/;

/** As Unicode and Go fold: the Kelvin sign is a k, and the long s an s. */
function foldCase(text: string): string {
  return text.toUpperCase().toLowerCase();
}

/** Google reads `maxOutputTokens` and `max_output_tokens` alike. Returns the second spelling of one field. */
export function findSecondSpelling(object: Readonly<Record<string, unknown>>): string | undefined {
  const seen = new Set<string>();
  for (const key of Object.keys(object)) {
    const name = foldCase(key).replaceAll('_', '');
    if (seen.has(name)) return key;
    seen.add(name);
  }
  return undefined;
}

/** Returns the first field that refers to something stored and is no id: who owns it could not be looked up. */
export function findVagueReference(json: Readonly<Record<string, unknown>>): string | undefined {
  return REFERENCES.find((field) => json[field] !== undefined && !isReference(json[field]));
}

const REFERENCES = ['previous_response_id', 'conversation', 'cachedContent', 'cached_content', 'container'];

function isReference(value: unknown): boolean {
  if (value === null) return true;
  if (typeof value === 'string') return !/\s/.test(value);
  if (typeof value !== 'object' || Array.isArray(value)) return false;
  const { id } = value as { id?: unknown };
  return id === undefined || id === null || (typeof id === 'string' && !/\s/.test(id));
}
