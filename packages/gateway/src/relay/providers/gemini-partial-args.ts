import * as z from 'zod/mini';

/** One argument of a tool call, or a piece of it, that Vertex streams before the call is complete. */
export const partialArg = z.object({
  jsonPath: z.string(),
  stringValue: z.optional(z.string()),
  numberValue: z.optional(z.number()),
  boolValue: z.optional(z.boolean()),
  nullValue: z.optional(z.unknown()),
});

/** https://docs.cloud.google.com/vertex-ai/generative-ai/docs/multimodal/function-calling#streaming-fc */
export const streamedCall = z.object({
  id: z.optional(z.string()),
  name: z.optional(z.string()),
  args: z.optional(z.unknown()),
  partialArgs: z.optional(z.array(partialArg)),
  willContinue: z.optional(z.boolean()),
});

type PartialArg = z.output<typeof partialArg>;

/** Builds the arguments of a call from its pieces. Pieces of one text are appended. */
export class PartialArgs {
  #args: unknown = {};

  add(pieces: readonly PartialArg[]): void {
    for (const { jsonPath, ...value } of pieces) this.#args = placed(this.#args, stepsOf(jsonPath), value);
  }

  toJson(): string {
    return JSON.stringify(this.#args);
  }
}

/** `$.stops[0].name` and `$['stops'][0]` as keys. */
function stepsOf(path: string): (string | number)[] {
  const steps = path.matchAll(/\.([^.[\]]+)|\[(\d{1,4})\]|\['((?:[^'\\]|\\.)*)'\]/g);
  return [...steps].map(([, name, place, quoted]) =>
    place === undefined ? (name ?? quoted ?? '') : Number(place),
  );
}

function placed(
  held: unknown,
  [step, ...rest]: (string | number)[],
  value: Omit<PartialArg, 'jsonPath'>,
): unknown {
  if (step === undefined) return merged(held, value);
  if (typeof step === 'number') {
    const list: unknown[] = Array.isArray(held) ? [...(held as unknown[])] : [];
    list[step] = placed(list[step], rest, value);
    return list;
  }
  const entries = new Map(Object.entries(typeof held === 'object' && held !== null ? held : {}));
  entries.set(step, placed(entries.get(step), rest, value));
  return Object.fromEntries(entries);
}

function merged(
  held: unknown,
  { stringValue, numberValue, boolValue }: Omit<PartialArg, 'jsonPath'>,
): unknown {
  if (stringValue !== undefined) return typeof held === 'string' ? held + stringValue : stringValue;
  return numberValue ?? boolValue ?? null;
}
