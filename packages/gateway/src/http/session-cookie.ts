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

/** The session cookie of one request, for the few handlers that sign in or out. */
export interface SessionCookie {
  /** What the browser sent. */
  readonly secret: string | undefined;
  /** Of a browser that signed in before. */
  readonly device: string | undefined;
  readonly userAgent: string;
  /** What the address bar shows, without the port. */
  readonly hostname: string;
  /** True for a browser on this very machine that uses a loopback name for it, with no proxy in between. */
  readonly local: boolean;
  /** What such a caller opens instead, where it uses another name: `http://localhost:3000`. Empty for all others. */
  readonly localUrl: string;
  /** The address that the browser asked for: `https://gate.example`. */
  readonly origin: string;
  /** The user that the page says it belongs to; a page of another site cannot say it. */
  readonly sentUserId: string | undefined;
  /** Of this browser while it signs in elsewhere. */
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
  return {
    secret: readSessionCookie(request, secure),
    device: readDeviceCookie(request, secure),
    userAgent: request.headers['user-agent'] ?? '',
    hostname: host.replace(/:\d+$/, ''),
    local,
    localUrl: sameMachine && !local ? `http://localhost${/:\d+$/.exec(host)?.[0] ?? ''}` : '',
    origin: `${secure ? 'https' : 'http'}://${host}`,
    sentUserId: request.headers['new-api-user']?.toString(),
    flowSecret: readFlowCookie(request, secure),
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
  // A caller who left already causes no further event.
  if (response.destroyed) closed.abort();
  response.once('close', () => closed.abort());
  return closed.signal;
}
