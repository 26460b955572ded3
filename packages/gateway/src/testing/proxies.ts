import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy on this machine that records the requested destinations, and always connects to `target`. */
export interface FakeProxy {
  readonly port: number;
  /** `name:port`, with `user:password@` in front when one was sent. */
  readonly requests: string[];
  close(): Promise<void>;
}

/** `target`: the port on this machine that every tunnel leads to. */
export async function startHttpProxy(target: number): Promise<FakeProxy> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createHttpServer((_, response) => response.writeHead(405).end());
  server.on('connect', (request, socket: Socket) => {
    const proof = request.headers['proxy-authorization']?.replace('Basic ', '');
    const who = proof ? `${Buffer.from(proof, 'base64')}@` : '';
    requests.push(who + request.url);
    if (who.includes('wrong')) return void socket.end('HTTP/1.1 407 No\r\n\r\n');
    socket.write('HTTP/1.1 200 Connected\r\nX-Proxy: yes\r\n\r\n');
    join(socket, target, sockets);
  });
  return started(server, requests, sockets);
}

export async function startSocksProxy(target: number): Promise<FakeProxy> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    socket.on('error', () => {});
    let who = '';
    let step = 0;
    socket.on('data', (bytes: Buffer) => {
      const wantsPassword = bytes[2] === 2;
      step += 1;
      if (step === 1) {
        socket.write(Buffer.from([5, wantsPassword ? 2 : 0]));
        if (!wantsPassword) step += 1;
      } else if (step === 2) {
        const length = bytes[1] ?? 0;
        who = `${bytes.subarray(2, 2 + length)}:${bytes.subarray(3 + length)}@`;
        socket.write(Buffer.from([1, 0]));
      } else {
        requests.push(who + addressOf(bytes));
        socket.removeAllListeners('data');
        socket.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 80]));
        join(socket, target, sockets);
      }
    });
  });
  return started(server, requests, sockets);
}

function addressOf(bytes: Buffer): string {
  const port = bytes.readUInt16BE(bytes.length - 2);
  if (bytes[3] === 1) return `${bytes.subarray(4, 8).join('.')}:${port}`;
  return `${bytes.subarray(5, bytes.length - 2)}:${port}`;
}

function join(socket: Socket, target: number, sockets: Set<Socket>): void {
  const other = connect(target, '127.0.0.1');
  for (const each of [socket, other]) {
    sockets.add(each);
    each.on('error', () => {});
    each.on('close', () => sockets.delete(each));
  }
  socket.pipe(other).pipe(socket);
}

async function started(server: Server, requests: string[], sockets: Set<Socket>): Promise<FakeProxy> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
