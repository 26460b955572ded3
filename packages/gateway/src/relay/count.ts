import type { RelayContext } from './context.ts';
import { type Asked, type Dialect, wholeJson } from './dialects/dialect.ts';
import { RelayError } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { bytesOf, overhead, survey } from './prompt.ts';
import { authenticate } from './steps/authenticate.ts';
import { assertOffered, checkModel, groupOf } from './steps/authorize.ts';
import { dispatch } from './steps/dispatch.ts';
import { readSent } from './steps/read-sent.ts';
import { estimateTokens } from './tokens.ts';

/**
 * How many tokens a prompt is: the vendor's own count where it has one, else ours. Nothing is answered, so nothing is
 * charged; key, model and rate are checked as for any call.
 */
export async function relayCount(
  ctx: RelayContext,
  exchange: Exchange,
  dialect: Dialect,
  tell: (tokens: number) => unknown,
): Promise<void> {
  const caller = await authenticate(ctx, exchange);
  const { owner, channelId } = caller;
  const asked = await dialect.parse(await readSent(ctx, exchange));
  const options = ctx.options.current;
  const group = groupOf(options, owner);
  checkModel(caller, asked.model);

  const slot = await ctx.limiter.enter(owner.userId, options);
  try {
    await assertOffered(ctx, caller, asked.model);
    const { requestId } = exchange;
    const order = { requestId, group, asked, dialect, channelId, onDispatch: () => {} };
    const body = await dispatch(ctx, order).then(
      ({ content }) => (content.kind === 'whole' ? content.body : Buffer.alloc(0)),
      async (error) => Buffer.from(JSON.stringify(tell(await countUnlessRefused(ctx, asked, group, error)))),
    );
    exchange.response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
    exchange.response.end(body);
  } catch (error) {
    slot.giveBack();
    throw error;
  }
}

/** We count when there is a channel for the model, but none whose vendor counts. */
async function countUnlessRefused(
  ctx: RelayContext,
  asked: Asked,
  group: string,
  error: unknown,
): Promise<number> {
  const unserved =
    error instanceof RelayError && (error.code === 'no_channel' || error.code === 'operation_unsupported');
  if (!unserved || (await ctx.routing.routes()).tiers(group, asked.model).length === 0) throw error;
  const { model } = asked;
  const found = survey(wholeJson(asked));
  const texts = [...found.texts, ...found.names];
  const tokens = await ctx.counter.count(model, texts).catch(() => estimateTokens(bytesOf(found)));
  return tokens + overhead(found);
}
