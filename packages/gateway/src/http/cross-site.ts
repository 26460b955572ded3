import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../core/errors.ts';

/**
 * Refuses a state change that a page of another site sent. Browsers mark it in `Sec-Fetch-Site`, or without
 * TLS at least in `Origin`. Other programs send neither.
 *
 * @param hosts that count as ours: the host of the request and the configured address of the site
 * @param origins of our console on other origins, as the operator configured them
 * @throws {AppError} `cross_site_refused`
 */
export function refuseCrossSite(
  headers: IncomingHttpHeaders,
  hosts: readonly string[],
  origins: readonly string[] = [],
): void {
  if (headers.origin !== undefined && origins.includes(headers.origin)) return;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site === 'same-origin' || site === 'none') return;
    throw new AppError('cross_site_refused');
  }
  if (headers.origin === undefined) return;
  const host = hostOf(headers.origin);
  if (host === '' || !hosts.includes(host)) throw new AppError('cross_site_refused');
}

/**
 * Only scripts of our own pages can set this header. Another site's page needs a preflight, which is refused.
 *
 * @throws {AppError} `user_header_missing`, `user_header_mismatch`
 */
export function refuseOtherUser(headers: IncomingHttpHeaders, id: number): void {
  const sent = headers['new-api-user'];
  if (sent === undefined || sent === '') throw new AppError('user_header_missing');
  if (String(sent).trim() !== String(id)) throw new AppError('user_header_mismatch');
}

/** Host and port of an address, empty when it is invalid. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
