import { isDeepStrictEqual } from 'node:util';
import { ChannelStatus } from '@tollgate/contract';
import type { Context } from '../../../core/context.ts';
import { namesIn } from '../channel-abilities.ts';
import { type KeyStates, listStates, NO_KEYS_OFF } from '../keys/channel-key-states.ts';
import type { ChannelRow } from '../repository/relay-channels.ts';
import * as table from '../repository/relay-channels.ts';
import { type RouteChannel, toRouteChannel } from './route-channel.ts';

export type { RouteChannel } from './route-channel.ts';

/** Channels of equal priority, with their shares of the traffic. */
export interface Tier {
  priority: number;
  members: { channel: RouteChannel; weight: number }[];
}

/** The channels by group and model, at one moment. */
export interface Routes {
  /** Highest priority first. */
  tiers(group: string, model: string): readonly Tier[];
  channel(id: number): RouteChannel | undefined;
  /** All channels, by id. */
  channels(): RouteChannel[];
  models(group: string): string[];
  /** Whether any channel lists the model, whatever its state and group. */
  offers(model: string): boolean;
}

/** Added to the weight of every channel, so that weight 0 still takes part. */
const BASE_WEIGHT = 10;

/** Keeps the routes in memory and reads them again when a channel changed, here or in another process. */
export function createRouting(ctx: Context) {
  let current: Promise<Routes> | undefined;
  let loaded: Routes | undefined;
  let earlier: ChannelsById = new Map();
  ctx.revisions.on('channels', () => {
    current = undefined;
    loaded = undefined;
  });
  return {
    /** Returns the routes at once when they are in memory: calls ask several times. */
    routes(): Promise<Routes> | Routes {
      if (loaded) return loaded;
      if (current) return current;
      const loading = read(ctx, earlier).then(({ routes, channels }) => {
        earlier = channels;
        if (current === loading) loaded = routes;
        return routes;
      });
      current = loading;
      // A failed read must not be cached.
      loading.catch(() => {
        if (current === loading) current = undefined;
      });
      return loading;
    },
  };
}

/** How one of several channels is chosen. */
export interface Choice {
  /** From 0 to 1. */
  random(): number;
  readonly preferredId?: number | undefined;
}

/**
 * Picks one channel of the highest tier that has any left, by weight. Skips those in `tried`; uses those for
 * which `isResting` returns true only when no other is left. Prefers a channel only within the tier whose turn it is.
 */
export function pick(
  tiers: readonly Tier[],
  tried: ReadonlySet<number>,
  isResting: (channelId: number) => boolean,
  { random, preferredId }: Choice,
): RouteChannel | undefined {
  for (const mayRest of [false, true]) {
    for (const { members } of tiers) {
      const [only] = members;
      if (members.length === 1 && only && !tried.has(only.channel.id))
        if (mayRest || !isResting(only.channel.id)) return only.channel;
      const left = members.filter(
        ({ channel }) => !tried.has(channel.id) && (mayRest || !isResting(channel.id)),
      );
      if (left.length === 0) continue;
      const preferred = mayRest ? undefined : left.find(({ channel }) => channel.id === preferredId);
      return preferred?.channel ?? pickByWeight(left, random());
    }
  }
  return undefined;
}

function pickByWeight(members: Tier['members'], random: number): RouteChannel | undefined {
  let point = random * members.reduce((sum, { weight }) => sum + weight, 0);
  for (const { channel, weight } of members) {
    point -= weight;
    if (point < 0) return channel;
  }
  return members.at(-1)?.channel;
}

/** A channel with the row it was read from and its disabled keys. */
type ChannelsById = ReadonlyMap<number, { row: ChannelRow; off: KeyStates; channel: RouteChannel }>;

/** A channel with an unchanged row stays the same object, so that its keys continue to take turns. */
async function read(
  ctx: Context,
  earlier: ChannelsById,
): Promise<{ routes: Routes; channels: ChannelsById }> {
  const [rows, abilities, states] = await Promise.all([
    table.listAll(ctx.db),
    table.listAbilities(ctx.db),
    listStates(ctx),
  ]);
  const channels: ChannelsById = new Map(
    rows.map((row) => {
      const before = earlier.get(row.id);
      const off = states.get(row.id) ?? NO_KEYS_OFF;
      const isSame =
        before !== undefined &&
        isDeepStrictEqual(asSet(before.row), asSet(row)) &&
        isDeepStrictEqual(before.off, off);
      return [row.id, isSame ? before : { row, off, channel: toRouteChannel(row, ctx.secrets, off) }];
    }),
  );
  return { routes: arrange(channels, abilities), channels };
}

/** A row without the columns that calls, tests and balance updates write. */
function asSet({ balance, balance_updated_time, response_time, test_time, ...row }: ChannelRow) {
  return row;
}

function arrange(channels: ChannelsById, abilities: Awaited<ReturnType<typeof table.listAbilities>>): Routes {
  const groups = new Map<string, Map<string, Tier[]>>();

  for (const { group, model, channel_id, priority, weight } of abilities) {
    const channel = channels.get(channel_id)?.channel;
    if (channel?.status !== ChannelStatus.enabled) continue;
    const models = getOrSet(groups, group, () => new Map<string, Tier[]>());
    const tiers = getOrSet(models, model, () => []);
    let tier = tiers.find((each) => each.priority === priority);
    if (!tier) {
      tier = { priority, members: [] };
      tiers.push(tier);
      tiers.sort((a, b) => b.priority - a.priority);
    }
    tier.members.push({ channel, weight: Math.max(0, weight) + BASE_WEIGHT });
  }
  let offered: ReadonlySet<string> | undefined;
  return {
    offers(model) {
      offered ??= new Set([...channels.values()].flatMap(({ row }) => namesIn(row.models)));
      return offered.has(model);
    },
    tiers: (group, model) => groups.get(group)?.get(model) ?? [],
    channel: (id) => channels.get(id)?.channel,
    channels: () => [...channels.values()].map(({ channel }) => channel).sort((a, b) => a.id - b.id),
    models: (group) => [...(groups.get(group)?.keys() ?? [])].sort(),
  };
}

function getOrSet<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const created = create();
  map.set(key, created);
  return created;
}
