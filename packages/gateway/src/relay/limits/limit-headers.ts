import type { ServerResponse } from 'node:http';
import { addHeaders } from '../../http/gateway-response.ts';
import type { CallLimits, Left } from './call-limits.ts';

/**
 * Adds what is left of the limits for requests and tokens, in the headers of OpenAI and of Anthropic: of several
 * rules, the one with the least left. Keeps the headers of the provider that say nothing about these.
 */
export function sendOwnLimits(
  response: ServerResponse,
  limits: CallLimits,
  now: number,
  provider: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent) return;
  const own = ownLimits(limits, now);
  for (const [name, value] of Object.entries(provider)) own[name] ??= value;
  addHeaders(response, Object.entries(own).flat());
}

/** The same for an error that is still to be sent, which may add those of a provider. */
export function setOwnLimits(response: ServerResponse, limits: CallLimits, now: number): void {
  if (response.headersSent) return;
  for (const [name, value] of Object.entries(ownLimits(limits, now))) response.setHeader(name, value);
}

function ownLimits(limits: CallLimits, now: number): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const kind of ['requests', 'tokens'] as const) {
    const scarcest = findScarcest(limits, kind);
    if (!scarcest) continue;
    const { rule, left, resetsAt } = scarcest;
    const values = { limit: String(rule.amount), remaining: String(Math.max(0, left)) };
    for (const [name, value] of Object.entries(values)) {
      headers[`x-ratelimit-${name}-${kind}`] = value;
      headers[`anthropic-ratelimit-${kind}-${name}`] = value;
    }
    if (resetsAt === 0) continue;
    headers[`x-ratelimit-reset-${kind}`] = `${Math.max(0, resetsAt - Math.floor(now / 1000))}s`;
    headers[`anthropic-ratelimit-${kind}-reset`] = new Date(resetsAt * 1000).toISOString();
  }
  return headers;
}

function findScarcest({ left }: CallLimits, kind: 'requests' | 'tokens'): Left | undefined {
  let scarcest: Left | undefined;
  for (const each of left.values())
    if (each.rule.resource === kind && (!scarcest || each.left < scarcest.left)) scarcest = each;
  return scarcest;
}
