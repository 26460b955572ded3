import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { addHeaders } from '../../http/gateway-response.ts';

/** The limits of a provider and what is left of them: of OpenAI and most others, of Anthropic, and of RFC drafts. */
const NAMES = /^(?:x-ratelimit-|anthropic-ratelimit-|ratelimit(?:-|$)|retry-after-ms$)/;
const VALUE = /^[\x20-\x7e]{1,200}$/;

/** Returns the rate-limit headers of a response, which clients use to pace themselves. */
export function readLimits(headers: IncomingHttpHeaders): Readonly<Record<string, string>> | undefined {
  let limits: Record<string, string> | undefined;
  for (const name in headers) {
    const value = headers[name];
    if (!NAMES.test(name) || typeof value !== 'string' || !VALUE.test(value)) continue;
    limits ??= {};
    limits[name] = value;
  }
  return limits;
}

/** Adds them to the response of the caller, unless its head is sent. */
export function sendLimits(response: ServerResponse, limits?: Readonly<Record<string, string>>): void {
  if (limits && !response.headersSent) addHeaders(response, Object.entries(limits).flat());
}
