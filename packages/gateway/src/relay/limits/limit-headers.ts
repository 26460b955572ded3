import type { ServerResponse } from 'node:http';
import type { CallLimits, Left } from './call-limits.ts';

/**
 * Adds what is left of the limits for requests and tokens, in the headers of OpenAI and of Anthropic: of several
 * rules, the one with the least left. They replace those of the provider.
 */
export function sendOwnLimits(response: ServerResponse, limits: CallLimits, now: number): void {
  if (response.headersSent) return;
  for (const kind of ['requests', 'tokens'] as const) {
    const scarcest = [...limits.left.values()]
      .filter(({ rule }) => rule.resource === kind)
      .reduce<Left | undefined>(
        (least, each) => (least && least.left <= each.left ? least : each),
        undefined,
      );
    if (!scarcest) continue;
    const { rule, left, resetsAt } = scarcest;
    const values = { limit: rule.amount, remaining: Math.max(0, left) };
    for (const [name, value] of Object.entries(values)) {
      response.setHeader(`x-ratelimit-${name}-${kind}`, value);
      response.setHeader(`anthropic-ratelimit-${kind}-${name}`, value);
    }
    if (resetsAt === 0) continue;
    const seconds = Math.max(0, resetsAt - Math.floor(now / 1000));
    response.setHeader(`x-ratelimit-reset-${kind}`, `${seconds}s`);
    response.setHeader(`anthropic-ratelimit-${kind}-reset`, new Date(resetsAt * 1000).toISOString());
  }
}
