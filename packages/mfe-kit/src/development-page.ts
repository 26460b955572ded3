import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RsbuildConfig } from '@rsbuild/core';
import type { RegistrySnapshot } from '@tollgate/contract';
import { gatewayUrl } from './area-config.ts';
import { readHotAreas, withHotAreas } from './development-registry.ts';

type ServerSetup = NonNullable<NonNullable<RsbuildConfig['server']>['setup']>;

/**
 * Replaces the gateway in development: serves the page with the registry at every console address, and the
 * registry alone. Without a CSP, because hot updates could not run under it.
 */
export const serveDevelopmentPage: ServerSetup = ({ action, server }) => {
  if (action !== 'dev') return;
  const [environment] = Object.values(server.environments);
  server.middlewares.use(async (request: IncomingMessage, response: ServerResponse, next: () => void) => {
    const isRegistry = request.url?.split('?')[0] === '/api/console/registry';
    if (request.method !== 'GET' || !(isRegistry || isForPeople(request))) return next();
    const registry = await readRegistry(request).catch((error: Error) => error);
    if (registry instanceof Error) return answer(response, 503, 'text/html', waitingPage(registry.message));
    if (isRegistry) return answer(response, 200, 'application/json', JSON.stringify(registry));
    const html = await environment?.getTransformedHtml('index').catch(() => undefined);
    if (!html) return next(); // compile error: the server itself serves the error overlay
    answer(response, 200, 'text/html', withRegistry(html, registry));
  });
};

/** @throws {Error} that tells the developer what is missing. */
async function readRegistry({ headers }: IncomingMessage): Promise<RegistrySnapshot> {
  const cookie = headers.cookie ?? '';
  const url = `${gatewayUrl()}/api/console/registry`;
  const response = await fetch(url, { headers: { cookie } }).catch(() => undefined);
  if (!response?.ok) throw new Error(`The gateway at ${gatewayUrl()} does not answer yet.`);
  return withHotAreas((await response.json()) as RegistrySnapshot, await readHotAreas());
}

/** Returns whether a request is a navigation, as opposed to files, calls and hot updates. */
function isForPeople({ headers, url = '' }: IncomingMessage): boolean {
  return headers.accept?.includes('text/html') === true && !PROGRAMS.test(url);
}

function withRegistry(html: string, registry: RegistrySnapshot): string {
  const data = JSON.stringify(registry).replaceAll('<', '\\u003c');
  const script = `<script type="application/json" id="console-registry">${data}</script>`;
  return html.replace('</head>', () => `${script}</head>`);
}

/** Reloads every second. */
function waitingPage(reason: string): string {
  const text = reason.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="1"><title>Tollgate</title><p>${text}</p>`;
}

function answer(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' });
  response.end(body);
}

/** Paths of the gateway; the shell's own files are in /static. */
export const GATEWAY_PATHS = ['/api', '/v1', '/v1beta', '/pg', '/mj', '/suno', '/assets', '/embed'];
const PROGRAMS = new RegExp(`^(?:${[...GATEWAY_PATHS, '/static'].join('|')})(?:/|$)`);
