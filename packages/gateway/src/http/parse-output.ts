import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Endpoint } from '@tollgate/contract';
import * as z from 'zod/mini';

/**
 * Trims a response to its schema. Long lists are parsed in slices with a turn of the event loop between them:
 * a chart of a month has some twenty thousand rows, and relayed calls must not wait for all of them.
 */
export async function parseOutput(schema: Endpoint['output'], data: unknown): Promise<unknown> {
  if (!Array.isArray(data) || data.length <= SLICE || !isPlainArray(schema)) return z.parse(schema, data);
  const parsed: unknown[] = [];
  for (let from = 0; from < data.length; from += SLICE) {
    if (from > 0) await nextTurn();
    for (const item of z.parse(schema, data.slice(from, from + SLICE)) as unknown[]) parsed.push(item);
  }
  return parsed;
}

/** A rule about the whole list, such as its length, does not apply to its slices. */
function isPlainArray(schema: Endpoint['output']): boolean {
  const { type, checks = [] } = (schema as z.core.$ZodType)._zod.def;
  return type === 'array' && checks.length === 0;
}

const SLICE = 500;
