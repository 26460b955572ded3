import { findChannelType } from '@tollgate/contract';
import { mapModel, type RouteChannel } from '../../modules/channels/routing/route-channel.ts';
import type { Routes, Tier } from '../../modules/channels/routing/routing.ts';
import { priceName } from '../../modules/models/ratios.ts';

/** The settings of a channel that can lengthen prompts. */
type Reading = Pick<RouteChannel, 'type'> & { readonly paramOverride: { keys(): Iterable<string> } };

/** Channel overrides that add words to the prompt. */
const addingFields = new Set([
  ...['messages', 'tools', 'functions', 'system', 'instructions', 'input', 'contents', 'systemInstruction'],
  ...['plugins', 'web_search_options', 'search_parameters', 'enable_search', 'extra_body', 'prompt'],
]);

/** Names at providers of models that search, or that read the files named in a text. */
const readingModels = /search|sonar|online|deep-research|gizmo|^bot|compound|-all$|^qwen-(long|doc)/;

/** Whether a channel lets a model read more than the request contains. */
export function readsMore({ type, paramOverride }: Reading, upstreamModel: string): boolean {
  if (findChannelType(type)?.addsToPrompts || readingModels.test(upstreamModel)) return true;
  for (const field of paramOverride.keys()) if (addingFields.has(field)) return true;
  return false;
}

/** What the channels that may serve a call can do to its prompt. */
export interface PromptEffects {
  readonly readsMore: boolean;
  /** A channel marks the prompts of converted calls for the cache of its provider. */
  readonly cachesPrompts: boolean;
}

/** Which channels may serve a call. `channelId`: the requested channel. */
export interface Served {
  readonly group: string;
  readonly model: string;
  readonly channelId: number | undefined;
}

const effectsByTiers = new WeakMap<readonly Tier[], PromptEffects>();
const NO_EFFECTS: PromptEffects = { readsMore: false, cachesPrompts: false };

export function effectsOn(routes: Routes, { group, model, channelId }: Served): PromptEffects {
  if (channelId !== undefined) {
    const channel = routes.channel(channelId);
    return channel ? effectsOf([channel], model) : NO_EFFECTS;
  }
  const own = routes.tiers(group, model);
  // Custom GPTs share one model name.
  const tiers = own.length > 0 ? own : routes.tiers(group, priceName(model));
  const before = effectsByTiers.get(tiers);
  if (before !== undefined) return before;
  const channels = tiers.flatMap(({ members }) => members.map(({ channel }) => channel));
  const found = effectsOf(channels, model);
  effectsByTiers.set(tiers, found);
  return found;
}

function effectsOf(channels: readonly RouteChannel[], model: string): PromptEffects {
  return {
    readsMore: channels.some((channel) => readsMore(channel, mapModel(channel.modelMapping, model) ?? model)),
    cachesPrompts: channels.some(({ cachesPrompts }) => cachesPrompts),
  };
}
