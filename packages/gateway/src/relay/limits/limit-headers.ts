import type { ServerResponse } from 'node:http';
import { addHeaders } from '../../http/gateway-response.ts';
import type { Rule } from '../../modules/limits/rule.ts';
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
  const headers = ownLimits(limits, now);
  const own = headers.length;
  for (const name in provider) if (!hasName(headers, own, name)) headers.push(name, provider[name] as string);
  if (headers.length > 0) addHeaders(response, headers);
}

/** The same for an error that is still to be sent, which may add those of a provider. */
export function setOwnLimits(response: ServerResponse, limits: CallLimits, now: number): void {
  if (response.headersSent) return;
  const headers = ownLimits(limits, now);
  for (let at = 0; at < headers.length; at += 2)
    response.setHeader(headers[at] as string, headers[at + 1] as string);
}

/** Names and values in turns. */
function ownLimits({ left: { requests, tokens } }: CallLimits, now: number): string[] {
  const headers: string[] = [];
  if (requests) addLeft(headers, names.requests, requests, now);
  if (tokens) addLeft(headers, names.tokens, tokens, now);
  return headers;
}

function addLeft(headers: string[], name: Names, { rule, left, resetsAt }: Left, now: number): void {
  const [limit, remaining] = [String(rule.amount), String(Math.max(0, left))];
  headers.push(name.openai.limit, limit, name.openai.remaining, remaining);
  headers.push(name.anthropic.limit, limit, name.anthropic.remaining, remaining);
  if (resetsAt === 0) return;
  const seconds = Math.max(0, resetsAt - Math.floor(now / 1000));
  headers.push(name.openai.reset, `${seconds}s`, name.anthropic.reset, dateOf(rule, resetsAt));
}

function hasName(headers: readonly string[], end: number, name: string): boolean {
  for (let at = 0; at < end; at += 2) if (headers[at] === name) return true;
  return false;
}

/** The last reset of each rule as text: most calls of a rule have the same one. */
const dates = new WeakMap<Rule, { readonly resetsAt: number; readonly text: string }>();

function dateOf(rule: Rule, resetsAt: number): string {
  const last = dates.get(rule);
  if (last?.resetsAt === resetsAt) return last.text;
  const text = new Date(resetsAt * 1000).toISOString();
  dates.set(rule, { resetsAt, text });
  return text;
}

type Names = ReturnType<typeof namesOf>;

function namesOf(kind: string) {
  const openai = (field: string) => `x-ratelimit-${field}-${kind}`;
  const anthropic = (field: string) => `anthropic-ratelimit-${kind}-${field}`;
  return {
    openai: { limit: openai('limit'), remaining: openai('remaining'), reset: openai('reset') },
    anthropic: { limit: anthropic('limit'), remaining: anthropic('remaining'), reset: anthropic('reset') },
  };
}

const names = { requests: namesOf('requests'), tokens: namesOf('tokens') };
