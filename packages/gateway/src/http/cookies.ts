import cookie from '@fastify/cookie'; // its types add the cookies to request and reply
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * `__Host-` binds the cookie to this host and to TLS. Without TLS browsers refuse it: the plain name is used.
 */
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
 * With TLS only the `__Host-` name counts, which no sibling domain can set. A planted session would belong to
 * the attacker, who could then read what the victim types into it.
 *
 * @param secure whether the caller came by TLS
 */
export function readSessionCookie(
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  secure: boolean,
): string | undefined {
  return cookies[secure ? SECURE_NAME : PLAIN_NAME];
}

/** Reads the session from the header of requests that bypass the framework. */
export function readSessionHeader(header: string | undefined, secure: boolean): string | undefined {
  return readSessionCookie({ cookies: cookie.parse(header ?? '') }, secure);
}

/** @param secure whether the caller came by TLS */
export function setSessionCookie(reply: FastifyReply, secret: string, secure: boolean): void {
  reply.setCookie(secure ? SECURE_NAME : PLAIN_NAME, secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax', // strict would lose the session on the return from a sign-in provider
    secure,
    maxAge: MAX_AGE_SECONDS,
  });
}

/**
 * Ends the session in the browser. `Clear-Site-Data: "cache"` drops cached pages and the copies behind the
 * back button, so that the next user of this browser does not see them. Not `"storage"`: it would also delete
 * the theme, the language and the columns that belong to the browser; the page removes the user's own record
 * itself. Not `"cookies"`: it would delete those of every host of the registrable domain; ours are cleared by
 * name.
 */
export function clearSessionCookie(reply: FastifyReply): void {
  reply.header('clear-site-data', '"cache"');
  reply.clearCookie(SECURE_NAME, { path: '/', secure: true });
  reply.clearCookie(PLAIN_NAME, { path: '/' });
}

/**
 * A secret of this browser during a provider sign-in: the provider's answer is accepted in this browser only.
 * With TLS only the `__Host-` name counts. An attacker who planted the secret could sign the victim in to an
 * attacker's account.
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

/** Marks a browser that signed in before: failed logins elsewhere do not slow it. @param secure by TLS */
export function readDeviceCookie(
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  secure: boolean,
): string | undefined {
  return cookies[secure ? SECURE_DEVICE_NAME : PLAIN_DEVICE_NAME];
}

/** It authenticates no one, so it stays when the session ends. @param secure by TLS */
export function setDeviceCookie(reply: FastifyReply, device: string, secure: boolean): void {
  reply.setCookie(secure ? SECURE_DEVICE_NAME : PLAIN_DEVICE_NAME, device, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: DEVICE_SECONDS,
  });
}
