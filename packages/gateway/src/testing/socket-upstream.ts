import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** A provider on this machine that answers over WebSockets. */
export interface SocketUpstream {
  /** `http://127.0.0.1:port`, as a channel's base URL. */
  readonly url: string;
  /** Path with query of each handshake, and the first message after it. */
  readonly calls: { path: string; message: Record<string, unknown> }[];
  /** Answers the next message. */
  script: (socket: WebSocket) => void;
  /** Refuses handshakes with this status instead. */
  refusal: { status: number; body: object } | undefined;
  close(): Promise<void>;
}

export async function startSocketUpstream(): Promise<SocketUpstream> {
  const server = createServer();
  const sockets = new WebSocketServer({ noServer: true });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const upstream: SocketUpstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    script: (socket) => socket.close(),
    refusal: undefined,
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  server.on('upgrade', (request, socket, head) => {
    if (upstream.refusal) {
      const { status, body } = upstream.refusal;
      socket.end(
        `HTTP/1.1 ${status} Refused\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n${JSON.stringify(body)}`,
      );
      return;
    }
    sockets.handleUpgrade(request, socket, head, (open) => {
      open.once('message', (data) => {
        const message = JSON.parse(data.toString()) as Record<string, unknown>;
        upstream.calls.push({ path: request.url ?? '', message });
        upstream.script(open);
      });
    });
  });
  return upstream;
}
