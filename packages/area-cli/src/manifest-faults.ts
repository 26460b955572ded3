import { areaManifest, navSections } from '@tollgate/contract';
import { didYouMean } from './similar-name.ts';

/** The used parts of an issue of zod. */
interface Issue {
  code: string;
  path: PropertyKey[];
  expected?: string;
  values?: unknown[];
  minimum?: unknown;
  maximum?: unknown;
}

/**
 * Returns what is wrong with what an author wrote in `src/area.manifest.ts`: one sentence for each mistake, with its
 * path and what is allowed there.
 */
export function findSourceFaults(source: unknown): string[] {
  const { contributes, owners } = areaManifest.shape;
  const { owners: written, pages, ...rest } = isObject(source) ? source : {};
  const issues = [
    ...issuesOf(contributes.safeParse(isObject(source) ? rest : source)),
    ...issuesOf(owners.safeParse(written), 'owners'),
    ...pageIssues(pages),
  ];
  return [
    ...issues.map((issue) => describeIssue(issue, source)),
    ...findUnknownKeys(contributes, rest, { beside: ['owners', 'pages'] }),
    ...findUnknownKeys(owners, written, { at: ['owners'] }),
  ];
}

/** The same for the manifest of a build. */
export function findManifestFaults(manifest: unknown): string[] {
  return issuesOf(areaManifest.safeParse(manifest)).map((issue) => describeIssue(issue, manifest));
}

function issuesOf(
  parsed: { success: boolean; error?: { issues: unknown[] } | undefined },
  ...at: string[]
): Issue[] {
  const issues = (parsed.error?.issues ?? []) as Issue[];
  return issues.map((issue) => ({ ...issue, path: [...at, ...issue.path] }));
}

function pageIssues(pages: unknown): Issue[] {
  if (pages === undefined) return [];
  if (!isObject(pages)) return [{ code: 'invalid_type', path: ['pages'], expected: 'object' }];
  return Object.entries(pages)
    .filter(([, file]) => typeof file !== 'string')
    .map(([route]) => ({ code: 'invalid_type', path: ['pages', route], expected: 'string' }));
}

function describeIssue(issue: Issue, whole: unknown): string {
  const value = issue.path.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), whole);
  const where = showPath(issue.path) || 'It';
  const allowed = allowedBy(issue, value);
  return value === undefined
    ? `${where} is missing. It must be ${allowed}`
    : `${where} is ${show(value)}. It must be ${allowed}`;
}

function allowedBy({ code, path, expected, values = [], minimum, maximum }: Issue, value: unknown): string {
  const names = path.at(-1) === 'section' ? navSections : values;
  const guess = typeof value === 'string' ? didYouMean(value, names.map(String)) : '';
  if (path.at(-1) === 'section')
    return `one of ${list(names)}, or a section of an area such as "user.money".${guess}`;
  if (code === 'invalid_value') return `${values.length > 1 ? 'one of ' : ''}${list(values)}.${guess}`;
  if (code === 'too_small')
    return `at least ${String(minimum)}${typeof value === 'string' ? ' characters long' : ''}.`;
  if (code === 'too_big')
    return `at most ${String(maximum)}${typeof value === 'string' ? ' characters long' : ''}.`;
  const format = formatOf(path);
  if (format && (code !== 'invalid_type' || expected === 'string')) return format;
  return `${KINDS[expected ?? ''] ?? 'a value of another kind'}.`;
}

const KINDS: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  array: 'a list: [ … ]',
  object: 'an object: { … }',
  record: 'an object: { … }',
  boolean: 'true or false',
};

/** What a text at a place looks like. */
function formatOf(path: readonly PropertyKey[]): string | undefined {
  const keys = path.filter((key) => typeof key === 'string');
  const key = keys.at(-1) ?? '';
  const isKeyOfLinks = keys.at(-2) === 'links' || (key === 'linksTo' && path.length > keys.length);
  if (isKeyOfLinks || key === 'target') return 'the id of an area and a name, such as "billing.list".';
  if (['provides', 'emits', 'listens', 'point'].includes(key))
    return 'the id of an area, a name and a version, such as "billing.drawer/v1".';
  return FORMATS[keys.at(-2) === 'extensions' && key === 'id' ? 'extension' : key];
}

const NAME = 'small letters, digits and dashes, a letter first, such as "create-item".';
const PATH =
  'an address that begins with "/" and has letters, digits, "-", "_", ":name" and a final "*", such as "/billing/:id".';
const FORMATS: Record<string, string> = {
  path: PATH,
  to: PATH,
  extension: NAME,
  id: NAME,
  hostApi:
    'like "^1.5": the lowest version of the console that the area needs, "tollgate.hostApi" of package.json.',
  query: 'the name of a query parameter, of letters, digits and "_".',
  title: 'the key of a text in src/i18n, such as "list.title".',
  label: 'the key of a text in src/i18n, such as "list.title".',
  description: 'the key of a text in src/i18n, such as "list.intro".',
};

/** A parser leaves keys out that it does not know, and with them what the author wrote. */
function findUnknownKeys(
  schema: unknown,
  value: unknown,
  { at = [], beside = [] }: { at?: readonly PropertyKey[]; beside?: readonly string[] } = {},
): string[] {
  const { shape, element, innerType, type } = (schema as { _zod: { def: Definition } })._zod.def;
  if (type === 'optional') return findUnknownKeys(innerType, value, { at, beside });
  if (Array.isArray(value) && element)
    return value.flatMap((item, index) => findUnknownKeys(element, item, { at: [...at, index] }));
  if (!shape || !isObject(value)) return [];
  const known = [...Object.keys(shape), ...beside];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (beside.includes(key)) return [];
    const path = [...at, key];
    if (shape[key]) return findUnknownKeys(shape[key], inner, { at: path });
    return [
      `${showPath(path)} is no field of a manifest.${didYouMean(key, known) || ` Known are ${list(known)}.`}`,
    ];
  });
}

interface Definition {
  type: string;
  shape?: Record<string, unknown>;
  element?: unknown;
  innerType?: unknown;
}

/** `routes[0].path`, `links["billing.list"].path`. */
function showPath(path: readonly PropertyKey[]): string {
  return path
    .map((key, at) => {
      if (typeof key === 'number') return `[${key}]`;
      const name = String(key);
      return /^[A-Za-z_]\w*$/.test(name) ? `${at > 0 ? '.' : ''}${name}` : `["${name}"]`;
    })
    .join('');
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function list(values: readonly unknown[]): string {
  const shown = values.map((value) => JSON.stringify(value));
  const last = shown.pop() ?? '';
  return shown.length > 0 ? `${shown.join(', ')} or ${last}` : last;
}

function isObject(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}
