import { createHash } from 'node:crypto';
import { htmlFrame } from '@tollgate/contract';
import type { FastifyInstance } from 'fastify';

/** The page that shows HTML from the console. It has an opaque origin and runs only its own script. */
export function serveHtmlFrame(app: FastifyInstance): void {
  const scriptHash = createHash('sha256').update(htmlFrame.script()).digest('base64');
  const page = htmlFrame.page(scriptHash);
  const policy = htmlFrame.policy(scriptHash);
  app.get(htmlFrame.path, { config: { access: 'public' } }, async (_, reply) =>
    reply
      .headers({
        'content-security-policy': policy,
        'cache-control': 'no-cache',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      .type('text/html; charset=utf-8')
      .send(page),
  );
}
