import { inspect, isDeepStrictEqual } from 'node:util';
import { afterAll, expect, test, vi } from 'vitest';
import type * as z from 'zod/mini';

interface Schema {
  safeParse(value: unknown): { success: boolean; data?: unknown };
}

const modules = {
  endpoints: () => import('@tollgate/contract/endpoints'),
  index: () => import('@tollgate/contract'),
};

async function readContract() {
  const { endpoints } = await modules.endpoints();
  const named = Object.entries(await modules.index()).filter(([, value]) => isSchema(value));
  const ends = endpoints.flatMap(({ address, input, output }) => [
    [`${address} input`, input] as const,
    [`${address} output`, output] as const,
  ]);
  return new Map<string, Schema>([...(named as [string, Schema][]), ...ends]);
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && 'safeParse' in value;
}

// Test files share modules.
afterAll(() => {
  vi.doUnmock('zod/mini');
  vi.resetModules();
});

test('every schema of the contract reads values as zod does', { timeout: 60_000 }, async () => {
  const original = await readContract();
  vi.resetModules();
  // @ts-expect-error: JavaScript for browsers, without types
  vi.doMock('zod/mini', () => import('./lean-schemas.mjs'));
  const lean = await readContract();
  expect([...lean.keys()]).toEqual([...original.keys()]);
  expect(lean.size).toBeGreaterThan(300);
  expect([...lean.values()].filter((schema) => '_zod' in schema)).toEqual([]);

  let accepted = 0;
  const differences: string[] = [];
  for (const [name, schema] of original)
    for (const value of variants(schema as z.ZodMiniType)) {
      const expected = read(schema, value);
      const found = read(lean.get(name) as Schema, value);
      accepted += Number(expected !== 'invalid');
      if (!isDeepStrictEqual(found, expected))
        differences.push(`${name} of ${inspect(value)}: ${inspect(found)}, not ${inspect(expected)}`);
    }
  expect(differences.slice(0, 20)).toEqual([]);
  expect(accepted).toBeGreaterThan(1000);
});

function read(schema: Schema, value: unknown): unknown {
  const { success, data } = schema.safeParse(value);
  return success ? data : 'invalid';
}

interface Definition {
  type: string;
  shape?: Record<string, z.ZodMiniType>;
  element?: z.ZodMiniType;
  options?: z.ZodMiniType[];
  in?: z.ZodMiniType;
  innerType?: z.ZodMiniType;
  keyType?: z.ZodMiniType;
  valueType?: z.ZodMiniType;
  values?: unknown[];
  entries?: Record<string, unknown>;
}

const TEXTS = [
  '',
  ' ',
  ' a ',
  'A@b.co',
  'user-name',
  '0',
  '12',
  '1,2',
  '-3.5',
  'true',
  'false',
  '{"a":1}',
  '["a"]',
  '/log',
  '/assets/a.js',
  'a.b/v1',
  'a.b',
  '^1.2',
  '0123456789',
  '0123456789abcdef',
  `sha384-${'A'.repeat(64)}`,
  'https://a.example/x y',
  'http://127.0.0.1:3000',
  '2026-02-29T10:00:00Z',
  '2026-02-28T10:00:00.123Z',
  '2026-01-31',
  'Europe/Berlin',
  '30d',
  'zh',
  '__proto__',
  'x'.repeat(33),
  'x'.repeat(3000),
];
const VALUES = [
  undefined,
  null,
  true,
  false,
  0,
  1,
  -1,
  0.5,
  2 ** 53,
  1e9,
  200_000,
  Number.NaN,
  [],
  [1],
  ['a'],
  {},
  { a: 'b' },
];

/** Values that fit a schema or nearly do: each field by itself missing, null, odd, and one key too many. */
function variants(schema: z.ZodMiniType): unknown[] {
  const good = samples(schema);
  const def = definition(schema);
  if (def.type !== 'object') return [...good, ...VALUES, ...TEXTS];
  const whole = good[0] as Record<string, unknown>;
  const changed = Object.entries(def.shape ?? {}).flatMap(([key, field]) => {
    const { [key]: _, ...rest } = whole;
    const inner =
      definition(field).type === 'object' ? variants(field) : [...samples(field), ...VALUES, ...TEXTS];
    return [rest, ...inner.map((value) => ({ ...whole, [key]: value }))];
  });
  return [...good, { ...whole, surplus: 1 }, ...changed, ...VALUES, ''];
}

/** Some values that the schema accepts, as far as they can be found by trying. */
function samples(schema: z.ZodMiniType): unknown[] {
  const tried = candidates(definition(schema));
  const found = tried.filter((value) => schema.safeParse(value).success);
  return found.length > 0 ? found : tried.slice(0, 2);
}

function candidates(def: Definition): unknown[] {
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape ?? {}).map(([key, field]) => [key, samples(field)] as const);
      const least = fields.map(([key, values]) => [key, values[0]] as const);
      const most = fields.map(([key, values]) => [key, values.at(-1)] as const);
      return [Object.fromEntries(least), Object.fromEntries(most)];
    }
    case 'array': {
      const items = samples(def.element as z.ZodMiniType);
      return [[items[0]], items, [], [items.at(-1)]];
    }
    case 'record': {
      const keys = samples(def.keyType as z.ZodMiniType) as string[];
      const values = samples(def.valueType as z.ZodMiniType);
      return [
        Object.fromEntries(keys.map((key) => [key, values[0]])),
        {},
        { [keys[0] as string]: values.at(-1) },
      ];
    }
    case 'union':
      return (def.options ?? []).flatMap(samples);
    case 'pipe':
      return samples(def.in as z.ZodMiniType);
    case 'literal':
      return def.values ?? [];
    case 'enum':
      return Object.values(def.entries ?? {});
    default:
      return def.innerType ? [...samples(def.innerType), undefined, null] : [...TEXTS, ...VALUES];
  }
}

function definition(schema: z.ZodMiniType): Definition {
  return schema._zod.def as unknown as Definition;
}
