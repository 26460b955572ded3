import { isIP, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { buildConnector } from 'undici';
import { OutboundBlockedError } from './guard.ts';
import { readBytes, readHead } from './read-socket.ts';

/** The allowed targets of a proxied connection. The proxy resolves names: their addresses are unknown. */
type IsAllowed = (name: string, address: string, port: number) => boolean;

const TIMEOUT_MS = 10_000;
const defaultPorts: Record<string, number> = {
  'http:': 80,
  'https:': 443,
  'socks5:': 1080,
  'socks5h:': 1080,
};

/** Parses a proxy URL from an admin, with a user name and a password if needed. @throws {OutboundBlockedError} */
export function parseProxy(text: string): URL {
  if (!URL.canParse(text)) throw new OutboundBlockedError('not a proxy');
  const url = new URL(text);
  if (!(url.protocol in defaultPorts) || url.hostname === '')
    throw new OutboundBlockedError('scheme of the proxy');
  return url;
}

/**
 * Connects through a proxy. The connection to the proxy is guarded as any other. The target must not be a
 * private address either, unless it is on the list.
 */
export function proxiedConnector(
  guarded: buildConnector.connector,
  proxy: URL,
  isAllowed: IsAllowed,
): buildConnector.connector {
  return (target, done) => {
    const name = target.hostname.replace(/^\[|\]$/g, '');
    const isSecure = target.protocol === 'https:';
    const port = Number(target.port || (isSecure ? 443 : 80));
    const address = name === 'localhost' ? '127.0.0.1' : name;
    if (isIP(address) && !isAllowed(name, address, port))
      return done(new OutboundBlockedError('address'), null);
    openTunnel(guarded, proxy, name, port)
      .then((socket) => (isSecure ? secure(socket, name) : socket))
      .then(
        (socket) => done(null, socket),
        (error) => done(error, null),
      );
  };
}

async function openTunnel(
  guarded: buildConnector.connector,
  proxy: URL,
  name: string,
  port: number,
): Promise<Socket> {
  const socket = await dialProxy(guarded, proxy);
  const timer = setTimeout(() => socket.destroy(new Error('the proxy is silent')), TIMEOUT_MS);
  try {
    if (proxy.protocol.startsWith('socks')) await askSocks(socket, proxy, name, port);
    else await askHttp(socket, proxy, name, port);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function dialProxy(guarded: buildConnector.connector, proxy: URL): Promise<Socket> {
  const { hostname, protocol } = proxy;
  const port = String(proxy.port || defaultPorts[protocol]);
  const scheme = protocol === 'https:' ? 'https:' : 'http:';
  return new Promise((resolve, reject) => {
    guarded({ hostname, host: hostname, protocol: scheme, port }, (error, socket) =>
      socket ? resolve(socket) : reject(error as Error),
    );
  });
}

async function askHttp(socket: Socket, proxy: URL, name: string, port: number): Promise<void> {
  const host = `${isIP(name) === 6 ? `[${name}]` : name}:${port}`;
  const { username, password } = proxy;
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  const proof = username === '' ? '' : `Proxy-Authorization: Basic ${credentials.toString('base64')}\r\n`;
  socket.write(`CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n${proof}\r\n`);
  const head = await readHead(socket);
  if (!/^HTTP\/1\.[01] 2\d\d/.test(head)) throw new Error('the proxy refused to connect');
}

/** RFC 1928 and, for the password, 1929. */
async function askSocks(socket: Socket, proxy: URL, name: string, port: number): Promise<void> {
  const username = Buffer.from(decodeURIComponent(proxy.username));
  const password = Buffer.from(decodeURIComponent(proxy.password));
  const wantsPassword = username.length > 0;
  socket.write(Buffer.from([5, 1, wantsPassword ? 2 : 0]));
  const [version, method] = await readBytes(socket, 2);
  if (version !== 5 || method !== (wantsPassword ? 2 : 0))
    throw new Error('the proxy refused the way to sign in');
  if (wantsPassword) {
    const sizes = [username.length, password.length] as const;
    socket.write(Buffer.concat([Buffer.from([1, sizes[0]]), username, Buffer.from([sizes[1]]), password]));
    if ((await readBytes(socket, 2))[1] !== 0) throw new Error('the proxy refused name and password');
  }
  socket.write(
    Buffer.concat([Buffer.from([5, 1, 0]), socksAddress(name), Buffer.from([port >> 8, port & 255])]),
  );
  const [, reply, , kind = 0] = await readBytes(socket, 4);
  if (reply !== 0) throw new Error('the proxy refused to connect');
  const length = kind === 1 ? 4 : kind === 4 ? 16 : ((await readBytes(socket, 1))[0] ?? 0);
  await readBytes(socket, length + 2);
}

/** The proxy resolves names. IPv6 literals are sent as names too, which proxies parse. */
function socksAddress(name: string): Buffer {
  if (isIP(name) === 4) return Buffer.from([1, ...name.split('.').map(Number)]);
  const bytes = Buffer.from(name);
  return Buffer.concat([Buffer.from([3, bytes.length]), bytes]);
}

function secure(socket: Socket, name: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const own = isIP(name) ? {} : { servername: name };
    const tls = connectSecurely({ socket, ALPNProtocols: ['http/1.1'], ...own });
    const timer = setTimeout(() => tls.destroy(new Error('the upstream is silent')), TIMEOUT_MS);
    tls.once('secureConnect', () => {
      clearTimeout(timer);
      tls.off('error', reject);
      resolve(tls);
    });
    tls.once('error', reject);
  });
}
