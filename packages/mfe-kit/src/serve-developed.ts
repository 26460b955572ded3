import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { createRsbuild, type Rspack } from '@rsbuild/core';
import { developedConfig } from './area-config.ts';
import { mapStack } from './map-stack.ts';
import { createRuleReporter } from './report-rules.ts';
import { areaFolder, areaPort } from './workspace.ts';

export interface DevelopedServer {
  /** `http://127.0.0.1:3104` */
  origin: string;
  close(): Promise<void>;
}

/**
 * Rebuilds an area with every save, and serves it on this machine to the pages of one console, which reloads
 * after each build, and shows why there is none (`/changes`). `/stack` names the places of the sources in a stack.
 * Pages of other sites cannot read it.
 * @param console the origin of that console: `https://gate.example`
 */
export async function serveDeveloped(
  id: string,
  { console, port = areaPort(id) }: { console: string; port?: number },
): Promise<DevelopedServer> {
  const folder = mkdtempSync(path.join(os.tmpdir(), `tollgate-${id}-`));
  const listeners = new Set<ServerResponse>();
  const rsbuild = await createRsbuild({ cwd: areaFolder(id), config: developedConfig(id, folder) });
  const reportRules = createRuleReporter(id, (text) => process.stderr.write(`${text}\n`));
  let errors: readonly string[] = [];
  let builtAtMs = 0;
  rsbuild.onAfterBuild(({ isFirstCompile, stats }) => {
    errors = stats ? listErrors(stats) : [];
    builtAtMs = Date.now();
    void reportRules();
    for (const listener of listeners) {
      if (errors.length > 0) sendErrors(listener, errors);
      else if (!isFirstCompile) listener.write('data: built\n\n');
    }
  });
  const watching = await rsbuild.build({ watch: true });
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', console);
    response.setHeader('vary', 'origin');
    response.setHeader('cross-origin-resource-policy', 'cross-origin');
    response.setHeader('timing-allow-origin', console);
    response.setHeader('cache-control', 'no-store');
    const { pathname = '', searchParams } = URL.parse(request.url ?? '', 'http://127.0.0.1') ?? {};
    if (pathname === '/changes') {
      listen(listeners, response, errors);
      // A page that was opened while the files changed may have some of each build.
      const openedAtMs = Number(searchParams?.get('since') ?? Number.POSITIVE_INFINITY);
      if (openedAtMs < builtAtMs && errors.length === 0) response.write('data: built\n\n');
    } else if (pathname === '/stack' && request.method === 'POST')
      void sendStack({ folder, root: areaFolder(id) }, request, response);
    else sendFile(folder, pathname, response);
  });
  // Another area of this machine may be shown at the same time; the address that is printed is the one to enter.
  await listenAt(server, port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    return listenAt(server, 0);
  });
  const { port: bound } = server.address() as { port: number };
  return {
    origin: `http://127.0.0.1:${bound}`,
    async close() {
      await watching.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function listenAt(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function listen(listeners: Set<ServerResponse>, response: ServerResponse, errors: readonly string[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(':\n\n');
  if (errors.length > 0) sendErrors(response, errors);
  listeners.add(response);
  response.once('close', () => listeners.delete(response));
}

/** An event of its own: consoles of before reload after every plain message. */
function sendErrors(listener: ServerResponse, errors: readonly string[]): void {
  listener.write(`event: errors\ndata: ${JSON.stringify(errors)}\n\n`);
}

/** Each with its file, as the terminal shows it, without its colors. */
function listErrors(stats: Rspack.Stats | Rspack.MultiStats): string[] {
  const { errors = [] } = stats.toJson({ all: false, errors: true });
  return errors.map(({ moduleName, message }) =>
    stripVTControlCharacters([moduleName, message].filter(Boolean).join('\n')),
  );
}

const MAX_STACK_BYTES = 20_000;

async function sendStack(
  { folder, root }: { folder: string; root: string },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let stack = '';
  for await (const chunk of request) {
    stack += String(chunk);
    if (stack.length > MAX_STACK_BYTES) return void response.writeHead(413).end();
  }
  response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(mapStack(stack, folder, root));
}

/** Serves only files of the build; any other name is a 404. */
function sendFile(folder: string, pathname: string, response: ServerResponse): void {
  const name = pathname.slice(1);
  const type = TYPES[path.extname(name)];
  const content =
    type && /^[\w][\w./-]*$/.test(name) && !name.includes('..') && read(path.join(folder, name));
  if (!content) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found.\n');
  response.writeHead(200, { 'content-type': type }).end(content);
}

function read(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined; // between two builds, or missing
  }
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};
