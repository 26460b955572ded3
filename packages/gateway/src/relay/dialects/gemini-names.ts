/** What belongs to the caller: its names stay as they are. */
const foreign = new Set([
  ...['args', 'response', 'parameters', 'parametersJsonSchema', 'responseSchema', 'responseJsonSchema'],
]);

/** The same JSON with Google's field names in the one of its two spellings that we read. */
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
