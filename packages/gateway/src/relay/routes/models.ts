import { channelTypes } from '@tollgate/contract';
import type { SiteOptions } from '../../core/context.ts';
import { defaultModels } from '../../modules/channels/providers/default-models.ts';
import { modelCard } from '../../modules/models/model-card.ts';
import { openRouterFields } from '../../modules/models/model-pricing.ts';
import type { TokenOwner } from '../access/token-cache.ts';
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
  return JSON.stringify(shapeOf(ctx, exchange, owner).list(names));
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
  return JSON.stringify(shapeOf(ctx, exchange, owner).card(model));
}

/** Only clients of Claude send their API version; Google's send their own key header. */
function shapeOf(ctx: RelayContext, { request: { url, headers } }: Exchange, owner: TokenOwner): Shape {
  const openai = () => openaiShape(ctx.options.current, groupOf(ctx.options.current, owner));
  if (url?.startsWith('/v1beta/openai/')) return openai();
  if (url?.startsWith('/v1beta/') || headers['x-goog-api-key'] !== undefined) return googleShape;
  return headers['anthropic-version'] === undefined ? openai() : anthropicShape;
}

async function servedTo(ctx: RelayContext, group: string, model: string): Promise<boolean> {
  return (await ctx.routing.routes()).tiers(group, model).length > 0;
}

/** OpenAI's format, with the fields that OpenRouter's clients read: prices are those of the group of the key. */
function openaiShape(options: SiteOptions, group: string): Shape {
  const card = (id: string) => ({
    ...modelCard(id, owners.get(id) ?? 'custom'),
    ...openRouterFields(options, id, group),
  });
  return { list: (names) => ({ success: true, object: 'list', data: names.map(card) }), card };
}

const owners = new Map(
  channelTypes
    .toReversed()
    .flatMap(({ code, label }) => (defaultModels[code] ?? []).map((model) => [model, label])),
);
