import { mapModel, type RouteChannel } from '../services/route-channel.ts';
import type { Routes, Tier } from '../services/routing.ts';
import { readingModels } from './prompt-sources.ts';

/** What of a channel says that prompts get longer there. */
type Reading = Pick<RouteChannel, 'type'> & { readonly paramOverride: { keys(): Iterable<string> } };

/** FastGPT, Perplexity and Dify: knowledge bases, applications and searches. */
const readingTypes = new Set([22, 27, 37]);
/** Fields of a channel that put words into the prompt. */
const addingFields = new Set([
  ...['messages', 'tools', 'functions', 'system', 'instructions', 'input', 'contents', 'systemInstruction'],
  ...['plugins', 'web_search_options', 'search_parameters', 'enable_search', 'extra_body', 'prompt'],
]);

/** Whether a channel lets a model read more than the request says. */
export function readsMore({ type, paramOverride }: Reading, upstreamModel: string): boolean {
  if (readingTypes.has(type) || readingModels.test(upstreamModel)) return true;
  for (const field of paramOverride.keys()) if (addingFields.has(field)) return true;
  return false;
}

const known = new WeakMap<readonly Tier[], boolean>();

/** Whether any channel that may serve the model reads more. `channelId`: the one that the caller asked for. */
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
  const before = known.get(tiers);
  if (before !== undefined) return before;
  const found = tiers.some(({ members }) => members.some(({ channel }) => isReading(channel)));
  known.set(tiers, found);
  return found;
}
