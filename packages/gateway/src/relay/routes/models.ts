import { channelTypes } from '@tollgate/contract';
import { defaultModels } from '../../modules/channels/providers/default-models.ts';
import { modelCard } from '../../modules/models/model-card.ts';
import type { RelayContext } from '../context.ts';
import { RelayError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { authenticate } from '../steps/authenticate.ts';
import { groupOf } from '../steps/authorize.ts';
import { anthropicShape, googleShape, type Shape } from './model-shapes.ts';
import { shownName } from './shown-name.ts';

/** `GET /v1/models`: the models that this key may call, in the format of the client. Names no others. */
export async function listModels(ctx: RelayContext, exchange: Exchange): Promise<string> {
  const { owner } = await authenticate(ctx, exchange);
  const names = owner.models
    ? [...owner.models]
    : (await ctx.routing.routes()).models(groupOf(ctx.options.current, owner));
  return JSON.stringify(shapeOf(exchange).list(names));
}

/**
 * `GET /v1/models/:id`, for models that this key may call.
 *
 * @throws {RelayError} in the format of the console API
 */
export async function getModel(ctx: RelayContext, exchange: Exchange, model: string): Promise<string> {
  const { owner } = await authenticate(ctx, exchange);
  const isOffered =
    owner.models?.has(model) ?? (await servedTo(ctx, groupOf(ctx.options.current, owner), model));
  if (!isOffered) throw new RelayError(404, 'model_not_found', { model: shownName(model) });
  return JSON.stringify(shapeOf(exchange).card(model));
}

/** Only clients of Claude send their API version; Google's send their own key header. */
function shapeOf({ request: { url, headers } }: Exchange): Shape {
  if (url?.startsWith('/v1beta/openai/')) return openaiShape;
  if (url?.startsWith('/v1beta/') || headers['x-goog-api-key'] !== undefined) return googleShape;
  return headers['anthropic-version'] === undefined ? openaiShape : anthropicShape;
}

async function servedTo(ctx: RelayContext, group: string, model: string): Promise<boolean> {
  return (await ctx.routing.routes()).tiers(group, model).length > 0;
}

function cardOf(id: string) {
  return modelCard(id, owners.get(id) ?? 'custom');
}

const openaiShape: Shape = {
  list: (names) => ({ success: true, object: 'list', data: names.map(cardOf) }),
  card: cardOf,
};

const owners = new Map(
  channelTypes
    .toReversed()
    .flatMap(({ code, label }) => (defaultModels[code] ?? []).map((model) => [model, label])),
);
