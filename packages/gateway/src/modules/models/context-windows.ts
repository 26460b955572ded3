/** Used for models that the table does not contain: what most current models read. */
const ASSUMED_TOKENS = 262_144;

type Row = readonly [name: RegExp, tokens: number];

/**
 * Tokens that the models of a family read and write together, as their makers document it. The first row that
 * matches a name decides; names are lower case and without the path of a host. Where editions differ, the
 * largest counts: it is reserved for prompts that a request does not show, and the unused part is refunded.
 *
 * Sources: as for `outputLimitOf`.
 */
const rows: readonly Row[] = [
  // OpenAI
  [/^gpt-(3\.5|35)|^text-(davinci|curie|babbage|ada)|^(davinci|babbage)-002/, 16_385],
  [/^gpt-4-32k/, 32_768],
  [/^gpt-4(-0\d{3})?$/, 8192],
  [/^gpt-4\.1/, 1_047_576],
  [/^((chat)?gpt-4|gpt-audio|gpt-oss|o1-(mini|preview)|gpt-5(\.\d)?-chat)/, 131_072],
  [/^gpt-5(\.[0-3])?(-|$)/, 400_000],
  [/^gpt-/, 1_050_000],
  [/^(o\d|codex|computer-use)/, 200_000],
  // Anthropic
  [/claude-(instant|2|v2|3)/, 200_000],
  [/claude-(haiku-|opus-4([-.]1)?(-\d{8}|@|-v\d|-latest|-thinking|$))/, 200_000],
  [/claude/, 1_000_000],
  // Google
  [/^gemini-1\.5-pro/, 2_097_152],
  [/^gemini/, 1_048_576],
  // DeepSeek
  [/^deepseek-v4/, 1_000_000],
  [/^deepseek/, 131_072],
  // xAI
  [/^grok-4.*fast|^grok-([5-9]|4\.\d)/, 2_000_000],
  [/^grok/, 262_144],
  // Alibaba
  [/^qwen-long/, 10_000_000],
  [/^qwen-(plus|flash|turbo)|^qwen3.*(plus|flash|coder)/, 1_000_000],
  // Meta
  [/llama-?4/, 10_000_000],
  [/llama/, 131_072],
  // others
  [/nova-premier/, 1_000_000],
  [/nova/, 300_000],
  [/^minimax-(text|m1)/, 4_000_000],
  [/^(minimax|abab)/, 1_000_000],
];

const windows = new Map<string, number>();
/** Names come from callers, so the cache must be bounded. */
const MAX_REMEMBERED = 5000;

/** Whether the maker of a model documents its window. */
export function isWindowKnown(model: string): boolean {
  const name = model.toLowerCase().replace(/^.*\//, '');
  return rows.some(([pattern]) => pattern.test(name));
}

/** The most tokens that one prompt of a model can have. */
export function contextWindowOf(model: string): number {
  const window = windows.get(model);
  if (window !== undefined) return window;
  const name = model.toLowerCase().replace(/^.*\//, '');
  const tokens = rows.find(([pattern]) => pattern.test(name))?.[1] ?? ASSUMED_TOKENS;
  if (windows.size < MAX_REMEMBERED) windows.set(model, tokens);
  return tokens;
}
