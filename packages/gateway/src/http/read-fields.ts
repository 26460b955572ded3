import type { Endpoint } from '@tollgate/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../core/errors.ts';

/**
 * Gathers the flat input of an endpoint from path, query and body. Who sends a field elsewhere sends it in vain.
 *
 * @throws {AppError} `invalid_input` for a text with a null character, which no database takes alike
 */
export function readFields(endpoint: Endpoint, request: FastifyRequest): Record<string, unknown> {
  const fields = gather(endpoint, request);
  for (const [field, value] of Object.entries(fields)) {
    if (typeof value === 'string' && value.includes('\0')) {
      throw new AppError('invalid_input', { field, reason: 'null_character' });
    }
  }
  return fields;
}

function gather({ address, query: named = [], bearer }: Endpoint, request: FastifyRequest) {
  const query = request.query as Record<string, unknown>;
  const params = request.params as Record<string, unknown>;
  const body = (request.body ?? {}) as Record<string, unknown>;
  if (/^(GET|DELETE) /.test(address)) {
    return { ...query, ...(request.method === 'POST' && body), ...params, ...readBearer(bearer, request) };
  }
  const queried = Object.fromEntries(named.map((name) => [name, query[name]]));
  return { ...body, ...queried, ...params, ...readBearer(bearer, request) };
}

function readBearer(field: string | undefined, { headers }: FastifyRequest) {
  const sent = field && headers.authorization?.replace(/^Bearer\s+/i, '').trim();
  return sent ? { [field]: sent } : {};
}
