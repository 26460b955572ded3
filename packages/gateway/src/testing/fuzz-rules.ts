import { expect } from 'vitest';
import type { Context } from '../core/context.ts';
import { OutboundBlockedError } from '../net/outbound.ts';
import type { TestAnswer } from './client.ts';
import type { HostileRequest } from './hostile-requests.ts';

/** Checks that the answer to any request is valid. @throws when it is not */
export function expectHonestAnswer(
  { endpoint }: HostileRequest,
  { status, body, text, headers }: TestAnswer,
): void {
  if (status >= 500) expect.unreachable(`${endpoint.address} answered ${status}: ${text}`);
  const isFile = endpoint.answer === 'stream' && 'content-disposition' in headers;
  const isWord = endpoint.answer === 'text' && /^(success|fail)$/.test(text);
  const isRedirect = endpoint.answer === 'redirect' && status === 302;
  const isTooLong = status === 414;
  if (status === 404 || isFile || isWord || isRedirect || isTooLong) return;
  if (typeof body?.success !== 'boolean') expect.unreachable(`${endpoint.address} answered ${text}`);
}

/** Blocks all outgoing requests: a fuzz test must not reach another machine. */
export function refuseOutboundCalls(ctx: Context): void {
  const refuse = () => {
    throw new OutboundBlockedError('refused by the test');
  };
  Object.assign(ctx.outbound, {
    dispatch: refuse,
    request: async () => refuse(),
    connect: async () => refuse(),
  });
}
