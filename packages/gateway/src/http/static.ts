import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AreaFiles, createAssets, type Encoding } from '../console/assets.ts';

/** `GET /assets/**`: the files of the shell and of the builds of areas. A missing one is 404, never the page. */
export function serveAssets(app: FastifyInstance, root: string, areaFiles?: AreaFiles): void {
  const assets = createAssets(root, areaFiles);

  app.get<{ Params: { '*': string } }>('/assets/*', async (request, reply) => {
    reply.headers(OPEN_TO_MEASURE);
    const asset = await assets.find(request.params['*']);
    if (!asset) return missing(reply);
    reply
      .header('cache-control', asset.isImmutable ? 'public, max-age=31536000, immutable' : 'public, no-cache')
      .header('vary', 'accept-encoding');
    const encoding = pickEncoding(request);
    const body = await asset.body(encoding);
    const isPlain = body.length > 0 && body === (await asset.body('identity'));
    const etag = `"${asset.etag}${isPlain ? '' : `-${encoding}`}"`;
    reply.header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    if (!isPlain) reply.header('content-encoding', encoding);
    return reply.type(asset.type).send(body);
  });
}

function missing(reply: FastifyReply) {
  return reply
    .code(404)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send('Not found');
}

function pickEncoding(request: FastifyRequest): Encoding {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?\b)/.test(accepted)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\b)/.test(accepted) ? 'gzip' : 'identity';
}

/** Timing and status of a file are readable, so that the console can tell a missing build from a damaged one. */
const OPEN_TO_MEASURE = {
  'access-control-allow-origin': '*',
  'timing-allow-origin': '*',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  // A picture opened on its own must not run script.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
};
