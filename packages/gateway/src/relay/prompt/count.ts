import type { RelayContext } from '../context.ts';
import { type Dialect, type RelayRequest, wholeJson } from '../dialects/dialect.ts';
import { RelayError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { authenticate } from '../steps/authenticate.ts';
import { assertOffered, checkModel, groupOf } from '../steps/authorize.ts';
import { dispatch } from '../steps/dispatch.ts';
import { readRawRequest } from '../steps/read-raw-request.ts';
import { describeCall } from '../tracing/trace-call.ts';
import { bytesOf, collectPromptText, structuralTokens } from './prompt.ts';
import { estimateTokens } from './tokens.ts';

/**
 * Counts the tokens of a prompt: with the vendor's counter if it has one, else with ours. Charges nothing,
 * because no model answers. Checks key, model and rate as for any call.
 */
export async function relayCount(
  ctx: RelayContext,
  exchange: Exchange,
  dialect: Dialect,
  formatCount: (tokens: number) => unknown,
): Promise<void> {
  const caller = await authenticate(ctx, exchange);
  const { owner, channelId } = caller;
  const relayRequest = await dialect.parse(await readRawRequest(ctx, exchange));
  const options = ctx.options.current;
  const group = groupOf(options, owner);
  checkModel(caller, relayRequest.model);

  const slot = await ctx.limiter.enter(owner.userId, options);
  try {
    const routes = await ctx.routing.routes();
    assertOffered(routes, caller, relayRequest.model);
    const { requestId, response, trace } = exchange;
    if (trace) describeCall({ exchange, caller, group, relayRequest, dialect });
    const affinity = await ctx.affinity.find({ exchange, caller, group, relayRequest, dialect }, routes);
    const order = {
      ...{ requestId, group, relayRequest, dialect, channelId, affinity, response, trace },
      preferredKey: affinity?.preference?.key,
      onDispatch: () => {},
    };
    const body = await dispatch(ctx, order).then(
      ({ content }) => (content.kind === 'whole' ? content.body : Buffer.alloc(0)),
      async (error) =>
        Buffer.from(JSON.stringify(formatCount(await countUnlessRefused(ctx, relayRequest, group, error)))),
    );
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
    response.end(body);
  } catch (error) {
    slot.giveBack();
    throw error;
  }
}

/** Lets the gateway count when the model has a channel but no vendor that counts. */
async function countUnlessRefused(
  ctx: RelayContext,
  relayRequest: RelayRequest,
  group: string,
  error: unknown,
): Promise<number> {
  const unserved =
    error instanceof RelayError && (error.code === 'no_channel' || error.code === 'operation_unsupported');
  if (!unserved || (await ctx.routing.routes()).tiers(group, relayRequest.model).length === 0) throw error;
  const { model } = relayRequest;
  const found = collectPromptText(wholeJson(relayRequest));
  const texts = [...found.texts, ...found.names];
  const tokens = await ctx.counter.count(model, texts).catch(() => estimateTokens(bytesOf(found)));
  return tokens + structuralTokens(found);
}
