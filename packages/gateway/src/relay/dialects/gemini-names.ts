/** Fields with the caller's own content, whose names stay unchanged. */
const foreign = new Set([
  ...['args', 'response', 'parameters', 'parametersJsonSchema', 'responseSchema', 'responseJsonSchema'],
]);

/** Returns the JSON with Google's field names in camel case, one of their two spellings. */
export function camelCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCased);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const name = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
      return [name, foreign.has(name) ? item : camelCased(item)];
    }),
  );
}
