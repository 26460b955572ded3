import type { FastifyInstance } from 'fastify';
import { describeApi } from './openapi.ts';
import { renderReference, stylesheet } from './reference-page.ts';

/**
 * Serves the API description: for programs at /api/openapi.json, for readers at /api/docs. It is generated at
 * the first request, which takes a tenth of a second.
 */
export function apiReference(app: FastifyInstance): void {
  const description = once(describeApi);
  const page = once(() => renderReference(description()));
  const open = { config: { access: 'public' } } as const;

  app.get('/api/openapi.json', open, async () => description());
  app.get('/api/docs', open, async (_, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page()),
  );
  app.get('/api/docs/style.css', open, async (_, reply) =>
    reply.type('text/css; charset=utf-8').send(stylesheet),
  );
}

const policy = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'";

function once<T extends object | string>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
