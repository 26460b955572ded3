import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../core/context.ts';
import { requestChannel } from '../net/request-channel.ts';
import { UpstreamRefusal } from './errors.ts';
import { parseObject } from './parse-object.ts';
import type { Address, Operation, Target } from './providers/provider.ts';
import type { Opened } from './upstream.ts';

/** Times that an upstream may be silent: so long it may work on one answer. */
const PATIENCE = 5;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 3000;
const ASK_MS = 20_000;
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Some vendors take an order at once and work in their own time: they are asked how it gets on, less and less often,
 * until the answer is there. For whoever called that is one call, which pays what came of it. A question that fails is
 * asked again: the work goes on.
 *
 * @throws {UpstreamRefusal} 504 when the work does not come to an end
 */
export async function followWork(
  ctx: Pick<Context, 'outbound' | 'now'>,
  taken: Opened,
  { operation, target }: { operation: Operation; target: Target },
  silenceMs: number,
): Promise<Opened> {
  if (!operation.pending) return taken;
  const until = ctx.now() + silenceMs * PATIENCE;
  let opened = taken;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, MAX_PAUSE_MS)) {
    const json = opened.kind === 'whole' && opened.status === 200 ? parseObject(opened.body) : undefined;
    const next = json && operation.pending(json, target);
    if (!next) return opened;
    if (ctx.now() > until)
      throw new UpstreamRefusal({
        status: 504,
        message: 'the provider took too long',
        kind: 'timeout_error',
      });
    await sleep(pause);
    opened = (await ask(ctx, next, target.proxy)) ?? opened;
  }
}

/** Nothing when it cannot be told now. */
async function ask(
  { outbound }: Pick<Context, 'outbound'>,
  { url, headers }: Address,
  proxy: string | undefined,
): Promise<Opened | undefined> {
  const options = { method: 'GET' as const, headers, timeoutMs: ASK_MS, maxBytes: MAX_BYTES };
  const answer = await requestChannel(outbound, { proxy }, url, options).catch(() => undefined);
  if (!answer || answer.status >= 500 || answer.status === 429) return undefined;
  const body = Buffer.from(JSON.stringify(answer.json ?? {}));
  return { kind: 'whole', status: answer.status, headers: answer.headers, body };
}
