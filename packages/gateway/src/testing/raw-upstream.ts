import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A request that arrived at a raw TCP provider. */
export interface RawCall {
  path: string;
  /** The body as text. */
  body: string;
}

/** Answers with any bytes; `after` waits, and stops when the gateway closes the connection. */
export type RawScript = (call: RawCall, socket: Socket) => void | Promise<void>;

/** A provider below HTTP: its answers may break every rule. */
export interface RawUpstream {
  readonly url: string;
  readonly calls: RawCall[];
  script: RawScript;
  /** Connections that are open. */
  open(): number;
  close(): Promise<void>;
}

const TLS_HANDSHAKE = 0x16;

/** Every connection serves one call, so connections that stay open were leaked by the gateway. */
export async function startRawUpstream(script: RawScript, address = '127.0.0.1'): Promise<RawUpstream> {
  const sockets = new Set<Socket>();
  const calls: RawCall[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {}); // the gateway may close the connection
    let received: Buffer = Buffer.alloc(0);
    socket.on('data', (piece: Buffer) => {
      received = Buffer.concat([received, piece]);
      if (received[0] === TLS_HANDSHAKE) return void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      const call = readCall(received);
      if (!call) return;
      received = Buffer.alloc(0);
      calls.push(call);
      void upstream.script(call, socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const upstream: RawUpstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    script,
    open: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return upstream;
}

function readCall(received: Buffer): RawCall | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = received.toString('latin1', 0, end);
  const length = Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0);
  const body = received.subarray(end + 4);
  if (body.length < length) return undefined;
  return { path: head.split(' ', 2)[1] ?? '', body: body.toString('utf8') };
}

/** The head of an answer. */
export function head(contentType: string, lines: string[] = [], status = '200 OK'): string {
  return [`HTTP/1.1 ${status}`, `content-type: ${contentType}`, ...lines, '', ''].join('\r\n');
}

/** One chunk of a chunked body. */
export function chunk(data: string | Buffer): Buffer {
  const bytes = Buffer.from(data as string);
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}

export const LAST_CHUNK = '0\r\n\r\n';
