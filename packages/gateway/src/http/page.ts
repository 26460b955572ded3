import { createHash } from 'node:crypto';
import path from 'node:path';
import type { RegistrySnapshot } from '@tollgate/contract';
import { visitor, withMirror } from '@tollgate/federation';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createBundledBuilds } from '../console/bundled-builds.ts';
import { readPageRegistry, readRegistry } from '../console/console-state.ts';
import { isConsolePage, renderPage, unbuiltPage } from '../console/render-page.ts';
import { createSdkPackages } from '../console/sdk-packages.ts';
import type { AreaPlatform, PageViewer } from '../modules/areas/area-platform.ts';
import { areaDebugHeader } from './area-debug.ts';
import { serveAreaEvents } from './area-events.ts';
import { readSessionCookie } from './cookies.ts';
import { readLanguage } from './language.ts';
import { pageHeaders } from './page-headers.ts';
import { closedPolicy, type PagePolicy } from './page-policy.ts';
import { serveSdk } from './sdk.ts';
import { serveAssets } from './static.ts';

export interface ConsoleOptions {
  /** The folder that contains `shell/` and the `mfe-*` folders. */
  root: string;
  /** Epoch milliseconds. */
  now?(): number;
  /** What the current options add to the page's policy. */
  policy?(): PagePolicy;
  /** What every visitor may know of this gateway. A page without it requests it. */
  status?(): Promise<object>;
  /** Rollouts and published builds. Without it all users get the newest build on disk. */
  platform?: AreaPlatform;
  /** The origin of a mirror of the files of areas. */
  mirror?: string | undefined;
}

/**
 * Adds the console to a server: its files, the area registry, and the page for every path without a route.
 */
export function registerConsole(
  app: FastifyInstance,
  { root, now = Date.now, policy = () => closedPolicy, platform, mirror, status: readStatus }: ConsoleOptions,
): void {
  const bundled = createBundledBuilds(root, now);
  const reportOnce = reporter((sentence) => app.log.warn(sentence));
  const registryOf = async (who: PageViewer, pageApi?: string): Promise<RegistrySnapshot> => {
    const read = platform ? readPageRegistry : readRegistry;
    const { registry, problems } = read(bundled(), await platform?.decisionsFor(who), pageApi);
    reportOnce(problems);
    return withMirror(registry, mirror);
  };
  const identify = async ({ headers, client }: FastifyRequest): Promise<PageViewer> =>
    (await platform?.identify(readSessionCookie(headers.cookie, client.secure))) ?? visitor;
  const debugHeader = async (who: PageViewer, registry: RegistrySnapshot) =>
    areaDebugHeader(registry, await platform?.watchedBy(who));
  serveAssets(app, {
    root: path.resolve(root),
    areaFiles: platform,
    isGivenTo: async (request, ...build) => platform?.isGivenTo(await identify(request), ...build) ?? false,
  });
  serveSdk(app, createSdkPackages(path.resolve(root)), platform?.sdk);
  if (platform) serveAreaEvents(app, { ...platform, identify, registryOf });

  app.get('/api/console/registry', { config: { access: 'public' } }, async (request, reply) => {
    const who = await identify(request);
    const registry = await registryOf(who, pageApiOf(request));
    const etag = `"${registry.rev}"`;
    reply.headers({
      ...PRIVATE,
      ...(await debugHeader(who, registry)),
      etag,
      'x-content-type-options': 'nosniff',
    });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.send(registry);
  });

  app.get('/*', async (request, reply) => {
    const pathname = request.url.split('?')[0] as string;
    if (isForPrograms(pathname, request.headers.accept)) return reply.header('vary', 'Accept').callNotFound();
    const who = await identify(request);
    const developed = (who.overrides ?? []).map(({ origin }) => origin);
    reply
      .headers({ ...pageHeaders(policy(), developed, mirror), ...PRIVATE })
      .type('text/html; charset=utf-8');
    const { shell } = bundled();
    if (!shell) return reply.code(503).header('retry-after', '10').send(unbuiltPage);
    const language = readLanguage(request.headers['accept-language']);
    const registry = await registryOf(who);
    reply.headers(await debugHeader(who, registry));
    const status = await readStatus?.().catch(() => undefined); // the page says why, when it requests it
    const page = renderPage(shell, registry, { pathname, language, status });
    // The same page with another status: it shows "not found" itself.
    if (!isConsolePage(shell, registry, pathname)) return reply.code(404).send(page);
    const etag = `"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`;
    reply.header('etag', etag);
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(page);
  });
}

/** The host API of an open page, as the page names it. An invalid version counts as none. */
function pageApiOf({ query }: FastifyRequest): string | undefined {
  const { host_api } = query as { host_api?: unknown };
  return typeof host_api === 'string' && /^\d{1,4}\.\d{1,4}\.\d{1,4}$/.test(host_api) ? host_api : undefined;
}

/** A page depends on its caller, so shared caches must not store it. */
const PRIVATE = { 'cache-control': 'private, no-cache', vary: 'Cookie, Accept' };

/** Logs each problem once, not with every page. */
function reporter(report: (sentence: string) => void): (problems: readonly string[]) => void {
  const reported = new Set<string>();
  return (problems) => {
    for (const problem of problems) {
      if (!reported.has(problem)) report(problem);
      reported.add(problem);
    }
  };
}

const API_PATH = /^\/(?:api|v\d+\w*|mj|suno|pg|assets|dashboard\/billing)(?![a-z])/;
/** Paths where programs look for a health check, or for an API whose base URL lacks `/v1`. */
const PROGRAM_PATH =
  /^\/(?:health|healthz|livez|readyz|metrics|models|completions|chat\/completions|embeddings)(?:\/|$)/;
const FILE = /\.(?:js|css|map|json|ico|png|txt|xml|php|env)$/i;

/**
 * Whether the console's page would be a wrong response: to an API address, to a file by its name, or to a
 * caller that does not read HTML. Such a caller would take a page with status 200 for success. The front page
 * is served to every caller, because many health checks request it without an `Accept` header.
 */
function isForPrograms(pathname: string, accept: string | undefined): boolean {
  if (API_PATH.test(pathname) || PROGRAM_PATH.test(pathname) || FILE.test(pathname)) return true;
  return pathname !== '/' && !accept?.toLowerCase().includes('text/html');
}
