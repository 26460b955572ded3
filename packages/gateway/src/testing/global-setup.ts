import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { type DatabaseServer, startServer } from './database-servers.ts';
import type { ServerKind } from './server-programs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address at which tests request a database server; the first request starts it. */
    databaseServers: string;
  }
}

/** Provides one server of each kind to the projects of a run, started at first use, stopped when the run ends. */
export default async function setup(project: TestProject) {
  const servers = new Map<string, Promise<DatabaseServer>>();
  const desk = createServer(async (request, response) => {
    const kind = request.url === '/postgres' ? 'postgres' : 'mysql';
    try {
      response.end((await serverOf(kind)).url);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  const serverOf = (kind: ServerKind) => {
    const server = servers.get(kind) ?? startServer(kind);
    servers.set(kind, server);
    return server;
  };
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve));
  desk.unref();
  // A test that takes the connection of an earlier one must not find it closed: "fetch failed".
  desk.keepAliveTimeout = 0;
  project.provide('databaseServers', `http://127.0.0.1:${(desk.address() as AddressInfo).port}`);

  return async () => {
    desk.closeAllConnections();
    desk.close();
    const started = await Promise.allSettled(servers.values());
    await Promise.all(
      started.map((server) => (server.status === 'fulfilled' ? server.value.stop() : undefined)),
    );
  };
}
