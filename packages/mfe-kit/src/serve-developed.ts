import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { createRsbuild } from '@rsbuild/core';
import { developedConfig } from './area-config.ts';
import { areaFolder, areaPort } from './workspace.ts';

export interface DevelopedServer {
  /** `http://127.0.0.1:3104` */
  origin: string;
  close(): Promise<void>;
}

/**
 * Rebuilds an area with every save, and serves it on this machine to the pages of one console, which reloads
 * after each build (`/changes`). Pages of other sites cannot read it.
 * @param console the origin of that console: `https://gate.example`
 */
export async function serveDeveloped(
  id: string,
  { console, port = areaPort(id) }: { console: string; port?: number },
): Promise<DevelopedServer> {
  const folder = mkdtempSync(path.join(os.tmpdir(), `tollgate-${id}-`));
  const listeners = new Set<ServerResponse>();
  const rsbuild = await createRsbuild({ cwd: areaFolder(id), config: developedConfig(id, folder) });
  rsbuild.onAfterBuild(({ isFirstCompile, stats }) => {
    if (isFirstCompile || stats?.hasErrors()) return;
    for (const listener of listeners) listener.write('data: built\n\n');
  });
  const watching = await rsbuild.build({ watch: true });
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', console);
    response.setHeader('vary', 'origin');
    response.setHeader('cross-origin-resource-policy', 'cross-origin');
    response.setHeader('timing-allow-origin', console);
    response.setHeader('cache-control', 'no-store');
    if (request.url === '/changes') listen(listeners, response);
    else sendFile(folder, request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
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

function listen(listeners: Set<ServerResponse>, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(':\n\n');
  listeners.add(response);
  response.once('close', () => listeners.delete(response));
}

/** Serves only files of the build; any other name is a 404. */
function sendFile(folder: string, { url = '/' }: IncomingMessage, response: ServerResponse): void {
  const name = url.split('?')[0]?.slice(1) ?? '';
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
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};
