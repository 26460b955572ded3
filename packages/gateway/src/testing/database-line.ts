import { createServer, connect as dial, type Socket } from 'node:net';
import type { FreshDatabase, TestDatabase } from './databases.ts';

/** A TCP proxy between a gateway and its database server. */
export interface DatabaseLine {
  readonly port: number;
  /** The port of the database server itself. */
  readonly serverPort: number;
  /** While true no byte passes in either direction, and connections stay open. */
  setSilent(isSilent: boolean): void;
  /** Ends all connections. New ones are refused, as those of a stopped server. */
  cut(): Promise<void>;
  /** Redirects new connections to another port of this machine. Open ones stay where they are. */
  redirect(port: number): void;
  /** Accepts connections again after `cut`. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** `port`: that of the database server on this machine. */
export async function startDatabaseLine(port: number): Promise<DatabaseLine> {
  let target = port;
  const sockets = new Set<Socket>();
  let silent = false;
  const server = createServer((near) => {
    const far = dial(target, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => silent || to.write(bytes));
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  await listen(0);
  const own = (server.address() as { port: number }).port;
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    port: own,
    serverPort: port,
    setSilent(isSilent) {
      silent = isSilent;
    },
    redirect(other) {
      target = other;
    },
    cut,
    restore: () => listen(own),
    close: cut,
  };
}

/** Creates a database behind a TCP proxy. `dispose` closes the proxy and removes the database. */
export async function createBehindLine(
  kind: TestDatabase,
  { hasTables = true } = {},
): Promise<{ line: DatabaseLine; database: FreshDatabase }> {
  const { options, dispose } = await (hasTables ? kind.create() : kind.createEmpty());
  const url = new URL(options.databaseUrl ?? '');
  const line = await startDatabaseLine(Number(url.port));
  url.port = String(line.port);
  return {
    line,
    database: {
      options: { ...options, databaseUrl: url.href },
      async dispose() {
        await line.close();
        await dispose();
      },
    },
  };
}
