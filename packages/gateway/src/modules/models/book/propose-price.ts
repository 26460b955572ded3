/**
 * Returns the priced model that a name resembles most: the same model of another host or of another date, else one of
 * the same family and grade. Undefined when none is close.
 */
export function findSimilar(model: string, priced: readonly string[]): string | undefined {
  const wanted = partsOf(model);
  let best: { name: string; score: number } | undefined;
  for (const name of priced) {
    if (name.endsWith('*') || name === model) continue;
    const score = similarity(wanted, partsOf(name));
    if (score > (best?.score ?? 0) || (score === best?.score && isBetter(name, best.name)))
      best = { name, score };
  }
  return best && best.score >= ENOUGH ? best.name : undefined;
}

/** How many parts both begin with, less a little for each part that only one of them has. */
function similarity(one: readonly string[], other: readonly string[]): number {
  if (gradeOf(one) !== gradeOf(other)) return 0;
  let shared = 0;
  while (shared < Math.min(one.length, other.length) && one[shared] === other[shared]) shared += 1;
  if (shared === 0) return 0;
  return (
    shared +
    (shared === one.length && shared === other.length ? 1 : 0) -
    (one.length + other.length - 2 * shared) / 10
  );
}

/** `gemini-3-pro` costs several times as much as `gemini-3-flash`, and `gpt-image` is priced unlike `gpt`. */
function gradeOf(parts: readonly string[]): string {
  return parts.filter((part) => grades.has(part)).join();
}

const grades: ReadonlySet<string> = new Set(
  [
    'pro flash lite mini nano micro tiny turbo plus max ultra small medium large omni',
    'opus sonnet haiku instant fast air airx flashx highspeed vision vl',
    'audio image realtime transcribe tts search embedding embed rerank deep research code codex',
  ].flatMap((line) => line.split(' ')),
);

/** Later versions sort behind earlier ones, and short names are the plain model. */
function isBetter(name: string, other: string): boolean {
  return name.length < other.length || (name.length === other.length && name > other);
}

const known = new Map<string, string[]>();
const MAX_REMEMBERED = 5000;

/** `anthropic/claude-sonnet-4.5-20250929` is claude, sonnet, 4, 5: without host, date and release channel. */
function partsOf(name: string): string[] {
  const existing = known.get(name);
  if (existing) return existing;
  const plain = name.toLowerCase().replace(/^.*\//, '');
  const parts = plain
    .replace(/[-_@]?(20\d{2}-?\d{2}-?\d{2}|latest|preview|exp|beta|v\d+:\d+)(?=$|[-_])/g, '')
    .split(/[-_.:\s]+|(?<=[a-z])(?=\d)/)
    .filter(Boolean);
  if (known.size < MAX_REMEMBERED) known.set(name, parts);
  return parts;
}

/** A vendor's name alone is no family: `gpt-4o` says nothing of `gpt-image`. */
const ENOUGH = 1.5;
