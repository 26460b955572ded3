import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  clearSessionCookie,
  readDeviceCookie,
  readFlowCookie,
  readSessionCookie,
  setDeviceCookie,
  setFlowCookie,
  setSessionCookie,
} from './cookies.ts';

/** The session cookie of one request, for handlers that sign in or out. */
export interface SessionCookie {
  /** The secret that the browser sent. */
  readonly secret: string | undefined;
  /** The device cookie of a browser that signed in before. */
  readonly device: string | undefined;
  readonly userAgent: string;
  /** The host in the address bar, without the port. */
  readonly hostname: string;
  /** True for a browser on this machine that uses a loopback name, without a proxy in between. */
  readonly local: boolean;
  /** For a local caller under another host name: the address to open, `http://localhost:3000`. Else empty. */
  readonly localUrl: string;
  /** The origin in the browser's request: `https://gate.example`. */
  readonly origin: string;
  /** The user id that the page sent. A page of another site cannot send it. */
  readonly sentUserId: string | undefined;
  /** The secret of this browser during a provider sign-in. */
  readonly flowSecret: string | undefined;
  /** Aborts when the caller leaves, and when the response is complete. */
  readonly signal: AbortSignal;
  setFlow(secret: string): void;
  set(opened: { secret: string; device: string }): void;
  setDevice(device: string): void;
  clear(): void;
}

export function sessionCookie(request: FastifyRequest, reply: FastifyReply): SessionCookie {
  const { secure, local, sameMachine, host } = request.client;
  const { cookie } = request.headers;
  return {
    secret: readSessionCookie(cookie, secure),
    device: readDeviceCookie(cookie, secure),
    userAgent: request.headers['user-agent'] ?? '',
    hostname: host.replace(/:\d+$/, ''),
    local,
    localUrl: sameMachine && !local ? `http://localhost${/:\d+$/.exec(host)?.[0] ?? ''}` : '',
    origin: `${secure ? 'https' : 'http'}://${host}`,
    sentUserId: request.headers['new-api-user']?.toString(),
    flowSecret: readFlowCookie(cookie, secure),
    get signal() {
      return createCloseSignal(reply.raw);
    },
    setFlow: (secret) => setFlowCookie(reply, secret, secure),
    set({ secret, device }) {
      setSessionCookie(reply, secret, secure);
      setDeviceCookie(reply, device, secure);
    },
    setDevice: (device) => setDeviceCookie(reply, device, secure),
    clear: () => clearSessionCookie(reply),
  };
}

function createCloseSignal(response: ServerResponse): AbortSignal {
  const closed = new AbortController();
  // A caller who has already left causes no further event.
  if (response.destroyed) closed.abort();
  response.once('close', () => closed.abort());
  return closed.signal;
}
