/**
 * Converts Google's older schema format to JSON schema: type names in capitals, `nullable` as a separate
 * field.
 */
export function toJsonSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toJsonSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { type, nullable, properties, ...rest } = schema as Record<string, unknown>;
  const name = typeof type === 'string' ? type.toLowerCase() : type;
  return {
    ...(name !== undefined && { type: nullable === true ? [name, 'null'] : name }),
    ...(properties !== undefined && { properties: eachOf(properties) }),
    ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, nested(key, value)])),
  };
}

/** Keeps the field names, which are the caller's. */
function eachOf(properties: unknown): unknown {
  if (typeof properties !== 'object' || properties === null) return properties;
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, toJsonSchema(value)]));
}

function nested(key: string, value: unknown): unknown {
  return key === 'items' || key === 'anyOf' ? toJsonSchema(value) : value;
}
