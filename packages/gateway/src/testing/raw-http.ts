import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Context } from '../core/context.ts';
import { createHttpServer, type UpgradeHandler } from '../http/server.ts';

/** Opens a connection that the client never closes: it ignores that the gateway ended its side. */
export function dial(url: string) {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  const seen = { text: '', hasEnded: false };
  socket.on('data', (bytes) => (seen.text += bytes));
  socket.on('end', () => (seen.hasEnded = true));
  socket.on('error', () => {});
  return { socket, seen };
}

/** Returns the statuses of the responses that arrived. */
export function statuses(text: string): string[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status as string);
}

type ConsoleHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a server with these handlers, until the test is over. */
export async function serve(
  ctx: Context,
  handle: ConsoleHandler,
  upgrade?: UpgradeHandler,
): Promise<{ url: string; server: Server }> {
  const server = createHttpServer(ctx, { console: handle, upgrade });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, server };
}
