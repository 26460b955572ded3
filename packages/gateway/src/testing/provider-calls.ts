import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import type { DispatchOptions, Outbound } from '../net/outbound.ts';

/** What became of a call. */
export interface CallResult {
  status: number;
  headers: Record<string, unknown>;
  body: string;
  error?: Error;
}

/** Sends a POST request as the relay does. `watch` gets the bytes as they arrive. */
export function call(
  outbound: Outbound,
  url: string,
  options: Partial<DispatchOptions> = {},
  watch: Pick<Dispatcher.DispatchHandler, 'onRequestStart' | 'onResponseData'> = {},
): Promise<CallResult> {
  return new Promise((resolve) => {
    const result: CallResult = { status: 0, headers: {}, body: '' };
    const plain = { method: 'POST', headers: {}, body: Buffer.from('{}'), ...noTimes } as const;
    outbound.dispatch(
      'channel',
      url,
      { ...plain, ...options },
      {
        onRequestStart() {},
        ...watch,
        onResponseStart: (_, status, headers) => void Object.assign(result, { status, headers }),
        onResponseData(control, bytes) {
          result.body += bytes.toString('latin1');
          watch.onResponseData?.(control, bytes);
        },
        onResponseEnd: () => resolve(result),
        onResponseError: (_, error) => resolve({ ...result, error }),
      },
    );
  });
}

const noTimes = { headersTimeoutMs: 0, idleTimeoutMs: 0 };
/** Undici sends what has limits of its own. */
export const byUndici = { headersTimeoutMs: 10_000, idleTimeoutMs: 10_000 };

/** A provider that writes what a test says, once for each request. */
export interface ScriptedServer {
  readonly url: string;
  readonly requests: string[];
  /** Connections so far. */
  connections: number;
  readonly sockets: Set<Socket>;
  script: (socket: Socket, request: string) => void;
  close(): Promise<void>;
}

export async function startScripted(
  script: ScriptedServer['script'],
  listen: (onSocket: (socket: Socket) => void) => Server = createServer,
): Promise<ScriptedServer> {
  const sockets = new Set<Socket>();
  const server = listen((socket) => {
    scripted.connections += 1;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    let received = '';
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
      const [head = ''] = received.split('\r\n\r\n', 1);
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (head === received || received.length < head.length + 4 + length) return;
      scripted.requests.push(received);
      const request = received;
      received = '';
      scripted.script(socket, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const scripted: ScriptedServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    connections: 0,
    sockets,
    script,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return scripted;
}
