import type { Endpoint } from '@tollgate/contract';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { AppError } from '../core/errors.ts';

/**
 * Collects the flat input of an endpoint from path, query and body. A field in the wrong place is ignored.
 * Null counts as absent, unless the field may be null, because frontends for new-api's console API send it
 * for missing values.
 *
 * @throws {AppError} `invalid_input` for a text with a null character, which the databases treat differently
 */
export function readFields(endpoint: Endpoint, request: FastifyRequest): Record<string, unknown> {
  const fields = gather(endpoint, request);
  for (const [field, value] of Object.entries(fields)) {
    if (value === null && !mayBeNull(endpoint, field)) delete fields[field];
    if (hasNullCharacter(value)) {
      throw new AppError('invalid_input', { field, reason: 'null_character' });
    }
  }
  return fields;
}

/** Checks three levels: deeper values are never stored unchanged. */
function hasNullCharacter(value: unknown, depth = 3): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (depth === 0 || typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((inner) => hasNullCharacter(inner, depth - 1));
}

function mayBeNull({ input }: Endpoint, field: string): boolean {
  const { shape = {} } = input as { shape?: Record<string, z.ZodMiniType> };
  return Object.hasOwn(shape, field) && z.safeParse(shape[field] as z.ZodMiniType, null).success;
}

function gather(
  { address, input, query: named = [], bearer }: Endpoint,
  request: FastifyRequest,
): Record<string, unknown> {
  const sent = request.query as Record<string, unknown>;
  const query = isList(input) ? firstOfEach(sent) : sent;
  const params = request.params as Record<string, unknown>;
  const body = (request.body ?? {}) as Record<string, unknown>;
  if (/^(GET|DELETE) /.test(address)) {
    return { ...query, ...(request.method === 'POST' && body), ...params, ...readBearer(bearer, request) };
  }
  const queried = Object.fromEntries(named.map((name) => [name, query[name]]));
  return { ...body, ...queried, ...params, ...readBearer(bearer, request) };
}

/** Has pages. Elsewhere a repeated parameter is refused: reports of payments and sign-ins are signed. */
function isList(input: Endpoint['input']): boolean {
  const { shape = {} } = input as { shape?: Record<string, z.ZodMiniType> };
  return Object.hasOwn(shape, 'p');
}

/** In a list, a parameter that is repeated counts as it is written first, as in new-api. */
function firstOfEach(query: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(query);
  return Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));
}

function readBearer(field: string | undefined, { headers }: FastifyRequest) {
  const sent = field && headers.authorization?.replace(/^Bearer\s+/i, '').trim();
  return sent ? { [field]: sent } : {};
}
