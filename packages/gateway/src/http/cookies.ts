import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply } from 'fastify';

/**
 * `__Host-` binds a cookie to this host and to TLS. Without TLS browsers refuse it: the plain name is used.
 * With TLS only the `__Host-` name counts, which no sibling domain can set.
 */
interface CookieKind {
  secureName: string;
  plainName: string;
  maxAge: number;
}

/** A planted session would belong to the attacker, who could then read what the victim types into it. */
const SESSION: CookieKind = { secureName: '__Host-sid', plainName: 'sid', maxAge: 30 * 24 * 3600 };
/**
 * A secret of this browser during a provider sign-in: the provider's answer is accepted in this browser only.
 * An attacker who planted it could sign the victim in to an attacker's account.
 */
const FLOW: CookieKind = { secureName: '__Host-oauth', plainName: 'oauth', maxAge: 600 };
/**
 * Marks a browser that signed in before: failed logins elsewhere do not slow it. It authenticates no one, so it
 * stays when the session ends.
 */
const DEVICE: CookieKind = { secureName: '__Host-device', plainName: 'device', maxAge: 365 * 24 * 3600 };

/** @param secure whether the caller came by TLS */
type ReadCookie = (header: string | undefined, secure: boolean) => string | undefined;
/** @param secure whether the caller came by TLS */
type SetCookie = (reply: FastifyReply, secret: string, secure: boolean) => void;

export const readSessionCookie: ReadCookie = (header, secure) => read(SESSION, header, secure);
export const readFlowCookie: ReadCookie = (header, secure) => read(FLOW, header, secure);
export const readDeviceCookie: ReadCookie = (header, secure) => read(DEVICE, header, secure);

export const setSessionCookie: SetCookie = (reply, secret, secure) => set(SESSION, reply, secret, secure);
export const setFlowCookie: SetCookie = (reply, secret, secure) => set(FLOW, reply, secret, secure);
export const setDeviceCookie: SetCookie = (reply, secret, secure) => set(DEVICE, reply, secret, secure);

/**
 * Ends the session in the browser. `Clear-Site-Data: "cache"` drops cached pages and the copies behind the
 * back button, so that the next user of this browser does not see them. Not `"storage"`: it would also delete
 * the theme, the language and the columns that belong to the browser; the page removes the user's own record
 * itself. Not `"cookies"`: it would delete those of every host of the registrable domain; ours are cleared by
 * name.
 */
export function clearSessionCookie(reply: FastifyReply): void {
  reply.header('clear-site-data', '"cache"');
  for (const secure of [true, false]) set({ ...SESSION, maxAge: 0 }, reply, '', secure);
}

function read(kind: CookieKind, header: string | undefined, secure: boolean): string | undefined {
  return parseCookie(header ?? '')[secure ? kind.secureName : kind.plainName];
}

function set(
  { secureName, plainName, maxAge }: CookieKind,
  reply: FastifyReply,
  value: string,
  secure: boolean,
): void {
  const name = secure ? secureName : plainName;
  // SameSite=Strict would lose the session on the return from a sign-in provider.
  reply.header(
    'set-cookie',
    stringifySetCookie({ name, value, path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge }),
  );
}
