import { findChannelType } from '@tollgate/contract';
import { mapModel, type RouteChannel } from '../../modules/channels/routing/route-channel.ts';
import type { Routes, Tier } from '../../modules/channels/routing/routing.ts';
import { readingModels } from '../prompt/prompt-sources.ts';

/** The settings of a channel that can lengthen prompts. */
type Reading = Pick<RouteChannel, 'type'> & { readonly paramOverride: { keys(): Iterable<string> } };

/** Channel overrides that add words to the prompt. */
const addingFields = new Set([
  ...['messages', 'tools', 'functions', 'system', 'instructions', 'input', 'contents', 'systemInstruction'],
  ...['plugins', 'web_search_options', 'search_parameters', 'enable_search', 'extra_body', 'prompt'],
]);

/** Whether a channel lets a model read more than the request contains. */
export function readsMore({ type, paramOverride }: Reading, upstreamModel: string): boolean {
  if (findChannelType(type)?.addsToPrompts || readingModels.test(upstreamModel)) return true;
  for (const field of paramOverride.keys()) if (addingFields.has(field)) return true;
  return false;
}

const readsMoreByTiers = new WeakMap<readonly Tier[], boolean>();

/** Whether any channel that may serve the model reads more. `channelId`: the requested channel. */
export function mayReadMore(
  routes: Routes,
  group: string,
  model: string,
  channelId: number | undefined,
): boolean {
  const isReading = (channel: RouteChannel) =>
    readsMore(channel, mapModel(channel.modelMapping, model) ?? model);
  if (channelId !== undefined) {
    const channel = routes.channel(channelId);
    return channel !== undefined && isReading(channel);
  }
  const tiers = routes.tiers(group, model);
  const before = readsMoreByTiers.get(tiers);
  if (before !== undefined) return before;
  const found = tiers.some(({ members }) => members.some(({ channel }) => isReading(channel)));
  readsMoreByTiers.set(tiers, found);
  return found;
}
