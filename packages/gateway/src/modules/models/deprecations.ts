/**
 * The days on which vendors stop models, from the model map of LiteLLM 1.110.2 (MIT), read on 2026-11-26. The date of a
 * source that was read later counts more.
 */
const stops: Readonly<Record<string, string>> = {
  'gpt-4o': '2027-01-14',
  'gpt-4.1': '2027-01-14',
  'gpt-4.1-mini': '2027-01-14',
  'gpt-5': '2026-12-11',
  'gpt-5-pro': '2026-12-11',
  'gpt-5-mini': '2026-12-11',
  'gpt-5-nano': '2026-12-11',
  'gpt-5.1': '2027-04-01',
  'gpt-5.3-codex': '2027-04-01',
  'gpt-5.4-nano': '2027-04-01',
  o3: '2026-12-11',
  'o3-pro': '2026-12-11',
  'o4-mini': '2026-10-23',
  'claude-sonnet-4-5-20250929': '2026-11-30',
  'gemini-2.5-pro': '2026-12-01',
  'gemini-2.5-flash': '2026-12-01',
  'gemini-3.1-flash-lite': '2027-05-07',
  'moonshot-v1-8k': '2026-08-31',
  'moonshot-v1-32k': '2026-08-31',
  'moonshot-v1-128k': '2026-08-31',
  'kimi-k2.5': '2026-08-31',
};

/** Returns the day as `2026-12-01`. Empty: not known. */
export function deprecationOf(model: string): string {
  return Object.hasOwn(stops, model) ? (stops[model] ?? '') : '';
}
