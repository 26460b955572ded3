import type { FastifyInstance } from 'fastify';
import { describeApi } from './openapi.ts';
import { renderReference, stylesheet } from './reference-page.ts';

/** The API described by itself: for programs at /api/openapi.json, for readers at /api/docs. */
export function apiReference(app: FastifyInstance): void {
  const description = describeApi();
  const page = renderReference(description);
  const open = { config: { access: 'public' } } as const;

  app.get('/api/openapi.json', open, async () => description);
  app.get('/api/docs', open, async (_, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page),
  );
  app.get('/api/docs/style.css', open, async (_, reply) =>
    reply.type('text/css; charset=utf-8').send(stylesheet),
  );
}

const policy = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'";
