import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** `sdk/dist/index.json`, as `npm run sdk` writes it. */
interface SdkIndex {
  version: string;
  packages: Record<string, { manifest: object; file: string; integrity: string; shasum: string }>;
}

/**
 * `/api/console/sdk/` is a registry for npm with the packages that areas of this console are built with:
 * `@tollgate:registry=https://gate.example/api/console/sdk/`. They fit, and an intranet needs no other source of them.
 */
export function serveSdk(app: FastifyInstance, root: string): void {
  const folder = path.join(root, 'sdk/dist');
  const readIndex = cachedIndex(path.join(folder, 'index.json'));
  const open = { config: { access: 'public' as const } };

  app.get('/api/console/sdk/', open, async (_, reply) => {
    const { version, packages } = readIndex() ?? NOTHING;
    return reply.headers(FRESH).send({ version, packages: Object.keys(packages) });
  });

  app.get<{ Params: { file: string } }>('/api/console/sdk/-/:file', open, async ({ params }, reply) => {
    const found = Object.values(readIndex()?.packages ?? {}).find(({ file }) => file === params.file);
    if (!found) return reply.callNotFound();
    return reply
      .headers({ ...FRESH, 'content-type': 'application/octet-stream' })
      .send(readFileSync(path.join(folder, found.file)));
  });

  // npm asks for `@tollgate%2fconsole-sdk`, other clients with a slash.
  app.get<{ Params: { '*': string } }>('/api/console/sdk/*', open, async (request, reply) => {
    const name = decodeURIComponent(request.params['*']);
    const index = readIndex();
    const found = index && Object.hasOwn(index.packages, name) ? index.packages[name] : undefined;
    if (!index || !found) return reply.callNotFound();
    const { manifest, file, integrity, shasum } = found;
    const tarball = `${originOf(request)}/api/console/sdk/-/${file}`;
    const version = { ...manifest, dist: { tarball, integrity, shasum } };
    return reply.headers(FRESH).send({
      name,
      'dist-tags': { latest: index.version },
      versions: { [index.version]: version },
    });
  });
}

const NOTHING: SdkIndex = { version: '', packages: {} };
const FRESH = { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' };

function originOf({ headers, client }: FastifyRequest): string {
  return `${client.secure ? 'https' : 'http'}://${headers.host}`;
}

/** Reads the file again when it was packed again. */
function cachedIndex(file: string): () => SdkIndex | undefined {
  let cached: { index: SdkIndex; at: number } | undefined;
  return () => {
    if (!existsSync(file)) return undefined;
    const { mtimeMs } = statSync(file);
    if (cached?.at !== mtimeMs)
      cached = { index: JSON.parse(readFileSync(file, 'utf8')) as SdkIndex, at: mtimeMs };
    return cached.index;
  };
}
