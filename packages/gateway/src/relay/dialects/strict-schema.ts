type Json = Readonly<Record<string, unknown>>;

/**
 * Whether OpenAI accepts a schema as strict: every object is closed and requires all of its fields. Anthropic
 * allows optional fields, and such a schema would be refused.
 * https://platform.openai.com/docs/guides/structured-outputs#supported-schemas
 */
export function isFullyRequired(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(isFullyRequired);
  if (typeof schema !== 'object' || schema === null) return true;
  const { type, properties, required, additionalProperties, ...others } = schema as Json;
  const fields = typeof properties === 'object' && properties !== null ? properties : {};
  const isObject = type === 'object' || properties !== undefined;
  if (isObject && additionalProperties !== false) return false;
  const names = Array.isArray(required) ? required : [];
  if (!Object.keys(fields).every((name) => names.includes(name))) return false;
  return Object.values(fields).every(isFullyRequired) && Object.values(others).every(isFullyRequired);
}
