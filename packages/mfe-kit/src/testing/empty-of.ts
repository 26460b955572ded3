import type * as z from 'zod/mini';

/**
 * Returns the smallest value that a schema accepts: no rows, no text, zero, off. It is the response of any
 * endpoint that has nothing to show.
 * @throws for an unknown kind of schema.
 */
export function emptyOf(schema: z.ZodMiniType): unknown {
  const def = schema._zod.def as unknown as Definition;
  const leaf = LEAVES[def.type];
  if (leaf) return leaf(def);
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape ?? {}).map(([key, field]) => [key, emptyOf(field)]));
    case 'tuple':
      return (def.items ?? []).map(emptyOf);
    case 'union':
      return emptyOf(def.options?.[0] as z.ZodMiniType);
    case 'intersection':
      return Object.assign({}, emptyOf(def.left as z.ZodMiniType), emptyOf(def.right as z.ZodMiniType));
    case 'pipe':
      return emptyOf(def.in as z.ZodMiniType);
    case 'lazy':
      return emptyOf((def.getter as () => z.ZodMiniType)());
    default:
      if (def.innerType) return emptyOf(def.innerType);
      throw new Error(`emptyOf() does not know schemas of the kind "${def.type}".`);
  }
}

interface Definition {
  type: string;
  shape?: Record<string, z.ZodMiniType>;
  items?: z.ZodMiniType[];
  options?: z.ZodMiniType[];
  left?: z.ZodMiniType;
  right?: z.ZodMiniType;
  in?: z.ZodMiniType;
  innerType?: z.ZodMiniType;
  getter?: () => z.ZodMiniType;
  values?: unknown[];
  entries?: Record<string, unknown>;
  defaultValue?: unknown;
}

const LEAVES: Record<string, (def: Definition) => unknown> = {
  string: () => '',
  number: () => 0,
  int: () => 0,
  boolean: () => false,
  null: () => null,
  nullable: () => null,
  undefined: () => undefined,
  void: () => undefined,
  optional: () => undefined,
  unknown: () => null,
  any: () => null,
  array: () => [],
  record: () => ({}),
  literal: ({ values }) => values?.[0],
  enum: ({ entries = {} }) => Object.values(entries)[0],
  default: ({ defaultValue }) => defaultValue,
};
