import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AreaFiles, createAssets, type Encoding, type IsGiven } from '../console/assets.ts';
import { accepts } from './accepts.ts';

/**
 * `GET /assets/**`: the files of the shell and of the builds of areas. A missing file, or one of a build that
 * the caller may not fetch, is 404 and never the page. Files that not every caller may fetch are cached by
 * the browser only.
 */
export function serveAssets(
  app: FastifyInstance,
  {
    root,
    areaFiles,
    isGivenTo,
  }: {
    root: string;
    areaFiles?: AreaFiles | undefined;
    /** Whether the caller may fetch a published build that not all users got. */
    isGivenTo(request: FastifyRequest, ...build: Parameters<IsGiven>): ReturnType<IsGiven>;
  },
): void {
  const assets = createAssets(root, areaFiles);

  app.get<{ Params: { '*': string } }>('/assets/*', async (request, reply) => {
    reply.headers(OPEN_TO_MEASURE);
    const found = await assets.find(request.params['*'], (...build) => isGivenTo(request, ...build));
    if (!found) return missing(reply);
    const { asset, isPublic } = found;
    const lifetime = asset.isImmutable ? 'max-age=31536000, immutable' : 'no-cache';
    reply
      .header('cache-control', `${isPublic ? 'public' : 'private'}, ${lifetime}`)
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
  if (accepts(request, 'br')) return 'br';
  return accepts(request, 'gzip') ? 'gzip' : 'identity';
}

/**
 * Timing and status of a file are readable, so that the console can tell a missing build from a damaged one.
 */
const OPEN_TO_MEASURE = {
  'access-control-allow-origin': '*',
  'timing-allow-origin': '*',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  // An image that is opened as a page must not run script.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
};
