import { redact } from '../../net/redact.ts';

export type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the fields that differ, as two JSON texts; the empty text when there is no such side. A secret only
 * shows that it changed, also inside of fields that hold JSON themselves.
 */
export function changesOf(before: Fields | undefined, after: Fields | undefined) {
  const [was, is] = differing(before, after);
  return { before: toText(was), after: toText(is) };
}

/** Fields whose name says that they hold a secret: `key_sealed`, `SMTPToken`, `oidc.client_secret`, `password`. */
export function isSecretName(name: string): boolean {
  if (notSecret.has(name)) return false;
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.some((word) => secretWords.has(word)) || words.at(-1)?.endsWith('token') === true;
}

/** How the keys of a channel are chosen, not the keys. */
const notSecret = new Set(['multi_key_mode']);

const secretWords = new Set([
  'apikey',
  'authorization',
  'cookie',
  'credential',
  'credentials',
  'key',
  'keys',
  'passwd',
  'password',
  'secret',
  'sealed',
  'hash',
]);

const HIDDEN = '[secret]';
const MAX_TEXT = 4000;

function differing(before: Fields | undefined, after: Fields | undefined): [unknown, unknown] {
  if (!before || !after) return [before && hide(before), after && hide(after)];
  const was: Record<string, unknown> = {};
  const is: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [unfold(before[name]), unfold(after[name])];
    if (JSON.stringify(old) === JSON.stringify(now)) continue;
    const [oldShown, nowShown] =
      isFields(old) && isFields(now) && !isSecretName(name)
        ? differing(old, now)
        : [hideField(name, old), hideField(name, now)];
    was[name] = oldShown;
    is[name] = nowShown;
  }
  return [was, is];
}

/** Many fields hold a JSON object as text; its parts are compared and hidden one by one. */
function unfold(value: unknown): unknown {
  if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function hide(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') {
    const text = redact(value);
    return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 8) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => hide(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, hideField(name, unfold(item), depth + 1)]),
  );
}

function hideField(name: string, value: unknown, depth = 0): unknown {
  const empty = value === undefined || value === null || value === '' || typeof value === 'boolean';
  return isSecretName(name) && !empty ? HIDDEN : hide(value, depth);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toText(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value);
}
