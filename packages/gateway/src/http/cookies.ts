import cookie from '@fastify/cookie'; // its types add the cookies to request and reply
import type { FastifyReply, FastifyRequest } from 'fastify';

/** `__Host-` binds the cookie to this very host and to TLS; browsers refuse that name without TLS, so it falls back. */
const SECURE_NAME = '__Host-sid';
const PLAIN_NAME = 'sid';
const MAX_AGE_SECONDS = 30 * 24 * 3600;
const SECURE_FLOW_NAME = '__Host-oauth';
const PLAIN_FLOW_NAME = 'oauth';
const FLOW_SECONDS = 600;
const SECURE_DEVICE_NAME = '__Host-device';
const PLAIN_DEVICE_NAME = 'device';
const DEVICE_SECONDS = 365 * 24 * 3600;

/**
 * With TLS only the name that no neighbouring site can set counts: with the other one it could hand over a session of
 * its own, and whoever works in that one tells it what they type.
 *
 * @param secure whether the caller came by TLS
 */
export function readSessionCookie(
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  secure: boolean,
): string | undefined {
  return cookies[secure ? SECURE_NAME : PLAIN_NAME];
}

/** The same from the header itself, for requests that never pass the framework. */
export function readSessionHeader(header: string | undefined, secure: boolean): string | undefined {
  return readSessionCookie({ cookies: cookie.parse(header ?? '') }, secure);
}

/** @param secure whether the caller came by TLS */
export function setSessionCookie(reply: FastifyReply, secret: string, secure: boolean): void {
  reply.setCookie(secure ? SECURE_NAME : PLAIN_NAME, secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax', // strict would lose the session on the way back from a sign-in provider
    secure,
    maxAge: MAX_AGE_SECONDS,
  });
}

/**
 * Ends the session in the browser. `Clear-Site-Data: "cache"` drops stored pages and the copies behind the back button, so
 * that the next person at this browser is not shown what was read here. Not `"storage"`: it would also delete the theme,
 * the language and the columns that belong to the browser, and the page removes the user's own record itself. Not
 * `"cookies"`: it would delete those of every host of the same registrable domain; ours are cleared by name.
 */
export function clearSessionCookie(reply: FastifyReply): void {
  reply.header('clear-site-data', '"cache"');
  reply.clearCookie(SECURE_NAME, { path: '/', secure: true });
  reply.clearCookie(PLAIN_NAME, { path: '/' });
}

/**
 * The browser's own secret while it signs in elsewhere: what comes back counts in this browser only. With TLS only the
 * name that no neighbouring site can set: who knows the secret could hand over a sign-in of their own.
 *
 * @param secure whether the caller came by TLS
 */
export function readFlowCookie(
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  secure: boolean,
): string | undefined {
  return cookies[secure ? SECURE_FLOW_NAME : PLAIN_FLOW_NAME];
}

export function setFlowCookie(reply: FastifyReply, secret: string, secure: boolean): void {
  reply.setCookie(secure ? SECURE_FLOW_NAME : PLAIN_FLOW_NAME, secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: FLOW_SECONDS,
  });
}

/** Of a browser that signed in before: wrong passwords from elsewhere do not hold it back. @param secure by TLS */
export function readDeviceCookie(
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  secure: boolean,
): string | undefined {
  return cookies[secure ? SECURE_DEVICE_NAME : PLAIN_DEVICE_NAME];
}

/** It signs nobody in, so it stays when the session ends. @param secure by TLS */
export function setDeviceCookie(reply: FastifyReply, device: string, secure: boolean): void {
  reply.setCookie(secure ? SECURE_DEVICE_NAME : PLAIN_DEVICE_NAME, device, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: DEVICE_SECONDS,
  });
}
