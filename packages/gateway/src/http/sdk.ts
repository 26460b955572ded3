import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SdkIndex, SdkPackages } from '../console/sdk-packages.ts';
import type { SdkArchive, SdkVersion } from '../modules/areas/sdk-archive.ts';

/**
 * `/api/console/sdk/` is a registry for npm with the packages that areas of this console are built with:
 * `@tollgate:registry=https://gate.example/api/console/sdk/`. They fit, and an intranet needs no other source of them.
 * Versions of earlier gateways stay, because the lockfile of an area names them.
 */
export function serveSdk(app: FastifyInstance, packages: SdkPackages, archive: SdkArchive = EMPTY): void {
  const open = { config: { access: 'public' as const } };

  app.get('/api/console/sdk/', open, async (_, reply) => {
    const { version, packages: own } = packages.index() ?? NOTHING;
    return reply.headers(FRESH).send({ version, packages: Object.keys(own) });
  });

  app.get<{ Params: { file: string } }>('/api/console/sdk/-/:file', open, async ({ params }, reply) => {
    const { version, packages: own } = packages.index() ?? NOTHING;
    const isCurrent = Object.values(own).some(({ file }) => file === params.file);
    const content = isCurrent ? packages.read(params.file) : await archive.findFile(params.file);
    // npm prints `error`, and nothing else of an answer.
    if (!content)
      return reply
        .code(404)
        .headers(FRESH)
        .send({ error: missingFile(params.file, version) });
    return reply.headers({ ...FRESH, 'content-type': 'application/octet-stream' }).send(content);
  });

  // npm asks for `@tollgate%2fconsole-sdk`, other clients with a slash.
  app.get<{ Params: { '*': string } }>('/api/console/sdk/*', open, async (request, reply) => {
    const name = decodeURIComponent(request.params['*']);
    const current = findCurrent(packages.index(), name);
    const earlier = (await archive.listVersions(name)).filter(({ version }) => version !== current?.version);
    const versions = current ? [current, ...earlier] : earlier;
    const [latest] = versions;
    if (!latest)
      return reply
        .code(404)
        .headers(FRESH)
        .send({ error: missingPackage(name, packages.index()) });
    const origin = originOf(request);
    return reply.headers(FRESH).send({
      name,
      'dist-tags': { latest: latest.version },
      versions: Object.fromEntries(versions.map((one) => [one.version, describe(one, origin)])),
    });
  });
}

const NOTHING: SdkIndex = { version: '', packages: {} };
const EMPTY: SdkArchive = { listVersions: async () => [], findFile: async () => undefined };
const FRESH = { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' };

function findCurrent(index: SdkIndex | undefined, name: string): SdkVersion | undefined {
  const found = index && Object.hasOwn(index.packages, name) ? index.packages[name] : undefined;
  return index && found && { version: index.version, ...found };
}

function describe({ manifest, file, integrity, shasum }: SdkVersion, origin: string): object {
  return { ...manifest, dist: { tarball: `${origin}/api/console/sdk/-/${file}`, integrity, shasum } };
}

function missingPackage(name: string, index: SdkIndex | undefined): string {
  return index ? `This console has no package ${name}.` : NO_PACKAGES;
}

const NO_PACKAGES =
  'This console has no packages for areas, because it runs from a checkout. Its operator packs them there with "npm run sdk"; then run this command again.';

function missingFile(file: string, version: string): string {
  if (!version) return NO_PACKAGES;
  return `This console does not have ${file}. Its version is ${version}: set every @tollgate package of package.json to it, delete package-lock.json and run "npm install".`;
}

function originOf({ headers, client }: FastifyRequest): string {
  return `${client.secure ? 'https' : 'http'}://${headers.host}`;
}
