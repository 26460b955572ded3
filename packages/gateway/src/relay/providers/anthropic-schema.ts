type Json = Readonly<Record<string, unknown>>;

/**
 * Converts a JSON schema to the part of JSON schema that Anthropic enforces, or returns `undefined` when it
 * says something that this part cannot: open objects, recursion, many optional fields. Objects are closed.
 * Bounds such as `minimum` cannot be enforced and become part of the description, as in Anthropic's SDKs:
 * https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations
 */
export function enforceableSchema(schema: unknown): Json | undefined {
  if (!isRecord(schema)) return undefined;
  const found = { optional: 0 };
  try {
    const converted = convert(schema, { root: schema, refs: [], checked: new Set(), found });
    return found.optional > MOST_OPTIONAL ? undefined : converted;
  } catch (error) {
    if (error instanceof NotEnforceableError) return undefined;
    throw error;
  }
}

/** Above this, compiling a schema fails. */
const MOST_OPTIONAL = 10;

class NotEnforceableError extends Error {
  override name = 'NotEnforceableError';
}

interface Place {
  readonly root: Json;
  /** The references that led here. */
  readonly refs: readonly string[];
  /** References without recursion. Each is followed once, or chains of them would take forever. */
  readonly checked: Set<string>;
  readonly found: { optional: number };
}

const kept = new Set([
  ...['$schema', '$defs', 'definitions', '$ref', 'type', 'properties', 'required', 'items', 'anyOf', 'allOf'],
  ...['additionalProperties', 'description', 'title', 'default', 'enum', 'const', 'format'],
]);
const formats = new Set([
  ...['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'],
]);

function convert(node: unknown, place: Place): Json {
  if (!isRecord(node) || node.patternProperties !== undefined) throw new NotEnforceableError();
  if (typeof node.$ref === 'string') followRef(node.$ref, place);
  const converted: Record<string, unknown> = {};
  const lost: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node)) {
    if (key === 'oneOf') converted.anyOf = convertAll(value, place);
    else if (!isKept(key, value)) lost[key] = value;
    else converted[key] = convertMember(key, value, place);
  }
  if (node.type === 'object' || node.properties !== undefined) closeObject(node, converted, place);
  if (Object.keys(lost).length > 0) converted.description = describe(node.description, lost);
  return converted;
}

function isKept(key: string, value: unknown): boolean {
  if (key === 'format') return formats.has(String(value));
  return kept.has(key) || (key === 'minItems' && (value === 0 || value === 1));
}

function convertMember(key: string, value: unknown, place: Place): unknown {
  if (key === 'items') return convert(value, place);
  if (key === 'anyOf' || key === 'allOf') return convertAll(value, place);
  if (key !== 'properties' && key !== '$defs' && key !== 'definitions') return value;
  if (!isRecord(value)) throw new NotEnforceableError();
  // What is defined counts where it is used.
  const counted = key === 'properties' ? place : { ...place, found: { optional: 0 } };
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, convert(each, counted)]));
}

function convertAll(value: unknown, place: Place): Json[] {
  if (!Array.isArray(value)) throw new NotEnforceableError();
  return value.map((each) => convert(each, place));
}

function closeObject(node: Json, converted: Record<string, unknown>, { found }: Place): void {
  const names = Object.keys(isRecord(node.properties) ? node.properties : {});
  const { additionalProperties: open } = node;
  if ((open !== undefined && open !== false) || (names.length === 0 && open !== false))
    throw new NotEnforceableError();
  const required = Array.isArray(node.required) ? node.required : [];
  found.optional += names.filter((name) => !required.includes(name)).length;
  converted.additionalProperties = false;
}

/** Finds recursion, and counts what the reference adds. */
function followRef(ref: string, place: Place): void {
  const [, group = '', name = ''] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(ref) ?? [];
  const defs = place.root[group];
  if (place.refs.includes(ref) || !isRecord(defs) || !Object.hasOwn(defs, name))
    throw new NotEnforceableError();
  if (place.checked.has(ref)) return;
  convert(defs[name], { ...place, refs: [...place.refs, ref] });
  place.checked.add(ref);
}

function describe(description: unknown, lost: Json): string {
  const bounds = Object.entries(lost).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `${typeof description === 'string' ? `${description}\n\n` : ''}{${bounds.join(', ')}}`;
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
