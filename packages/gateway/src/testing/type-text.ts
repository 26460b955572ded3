export type JsonSchema = Record<string, unknown> & {
  properties?: Record<string, JsonSchema>;
  required?: string[];
};

/** Describes a JSON schema briefly as a TypeScript-like type, in Markdown. */
export function typeText(schema: JsonSchema): string {
  const limits = limitsOf(schema);
  return `\`${shape(schema)}\`${limits ? `, ${limits}` : ''}`;
}

function shape(schema: JsonSchema): string {
  const { $ref, anyOf, type, items, properties, additionalProperties, const: only, enum: words } = schema;
  if (typeof $ref === 'string') return $ref.split('/').at(-1) as string;
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(words)) return words.map((word) => JSON.stringify(word)).join(' or ');
  if (Array.isArray(anyOf)) return [...new Set(anyOf.map((one) => shape(one as JsonSchema)))].join(' or ');
  if (type === 'array') return `${listed(items as JsonSchema)}[]`;
  if (type === 'object' && properties) return object(properties, schema.required ?? []);
  if (type === 'object') return `{ [name]: ${shape((additionalProperties ?? {}) as JsonSchema)} }`;
  if (Array.isArray(type)) return type.join(' or ');
  return typeof type === 'string' ? type : 'anything';
}

function listed(items: JsonSchema): string {
  const text = shape(items);
  return text.includes(' or ') ? `(${text})` : text;
}

function object(properties: Record<string, JsonSchema>, required: readonly string[]): string {
  const fields = Object.entries(properties).map(
    ([name, type]) => `${name}${required.includes(name) ? '' : '?'}: ${shape(type)}`,
  );
  return `{ ${fields.join(', ')} }`;
}

function limitsOf({
  minimum,
  maximum,
  minLength,
  maxLength,
  minItems,
  maxItems,
  default: usual,
}: JsonSchema) {
  const limits = [
    span(minimum, maximum, ''),
    span(minLength, maxLength, ' characters'),
    span(minItems, maxItems, ' items'),
    usual !== undefined && usual !== null && `default \`${JSON.stringify(usual)}\``,
  ];
  return limits.filter(Boolean).join(', ');
}

/** Leaves out limits beyond the safe integers: no schema sets them on purpose. */
function span(from: unknown, to: unknown, unit: string): string {
  const low = typeof from === 'number' && Math.abs(from) < Number.MAX_SAFE_INTEGER ? from : undefined;
  const high = typeof to === 'number' && Math.abs(to) < Number.MAX_SAFE_INTEGER ? to : undefined;
  if (low !== undefined && high !== undefined) return `${low} to ${high}${unit}`;
  if (low !== undefined) return `at least ${low}${unit}`;
  return high === undefined ? '' : `up to ${high}${unit}`;
}
