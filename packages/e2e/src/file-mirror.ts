import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A mirror of the files of areas, as a CDN that fetches from the gateway what it does not have. */
export interface FileMirror {
  url: string;
  /** Paths that it delivered. */
  delivered: string[];
  /** Where it fetches from. */
  source: string;
  /** What it does in place of delivering a file. Undefined: it delivers. */
  fault: ((path: string, response: ServerResponse) => boolean) | undefined;
  stop(): Promise<void>;
}

export async function startFileMirror(): Promise<FileMirror> {
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    if (mirror.fault?.(path, response)) return;
    const found = await fetch(mirror.source + path);
    const kept = ['access-control-allow-origin', 'cache-control', 'content-type', 'timing-allow-origin'];
    for (const name of kept) response.setHeader(name, found.headers.get(name) ?? '');
    mirror.delivered.push(path);
    response.writeHead(found.status).end(Buffer.from(await found.arrayBuffer()));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const mirror: FileMirror = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    delivered: [],
    source: '',
    fault: undefined,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return mirror;
}
