import { generateKeyPairSync } from 'node:crypto';
import type { Context } from '../core/context.ts';
import type { ChannelRow } from '../modules/channels/repository/channels.ts';
import { mapModel, type RouteChannel, toRouteChannel } from '../modules/channels/routing/route-channel.ts';
import type { Operation, Provider } from '../relay/providers/provider.ts';
import { providers } from '../relay/providers/registry.ts';
import { findAddress, toTarget } from '../relay/request/request.ts';
import { watchedDrawings } from '../relay/tasks/midjourney-watch.ts';
import { watchedSongs } from '../relay/tasks/suno-watch.ts';

/** Vertex AI chooses its operations by such names. Every name contains `m1`, to find it in a path. */
export const models = ['m1', 'claude-m1', 'llama-m1', 'gemini-m1'];

/**
 * Returns every destination to which the next requests of a channel may send its key: scheme, host, port and
 * path before the model name, and the proxy. Built by the real adapters. Skips requests that cannot be built.
 */
export function footprintOf(
  ctx: Context,
  row: ChannelRow,
  requested: readonly string[] = models,
): Set<string> {
  const channel = toRouteChannel(row, ctx.secrets);
  const addresses = [...relayAddresses(ctx, channel, requested), ...taskAddresses(channel)];
  return new Set(addresses.map((url) => `${placeOf(url)} via ${channel.proxy || 'nothing'}`));
}

/** Returns the columns that were read for the footprint: an edit of any other column cannot change it. */
export function columnsOfFootprint(ctx: Context, row: ChannelRow): ReadonlySet<string> {
  const columns = new Set<string>();
  const get = (target: ChannelRow, column: string | symbol) => {
    columns.add(String(column));
    return Reflect.get(target, column);
  };
  footprintOf(ctx, new Proxy(row, { get }));
  return columns;
}

export function addedAddresses(before: ReadonlySet<string>, after: ReadonlySet<string>): string[] {
  return [...after].filter((place) => !before.has(place));
}

/** Returns a key in the format that the adapter of a type can read. */
export function keyFor(type: number): string {
  if (type === 41) return serviceAccount;
  return (
    { 15: 'id|secret', 18: 'app|secret|key', 23: 'app|id|key', 33: 'AK|SK|us-east-1' }[type] ?? 'sk-canary'
  );
}

const serviceAccount = JSON.stringify({
  project_id: 'project',
  client_email: 'robot@project.example',
  private_key: generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  }),
});

function relayAddresses(ctx: Context, channel: RouteChannel, requested: readonly string[]): string[] {
  const provider = providers.get(channel.type);
  if (!provider) return [];
  return requested.flatMap((requestedModel) => {
    const model = mapModel(channel.modelMapping, requestedModel);
    if (model === undefined) return [];
    const target = toTarget(channel, model, ctx.options.current);
    const operations = operationsOf(provider.forModel?.(model) ?? provider);
    const logins = new Set(
      operations.flatMap(({ auth }) => (auth.kind === 'access-token' ? auth.exchange : [])),
    );
    return [
      ...[...logins].flatMap((login) => orNone(() => login.address({ ...target, stream: false }).url)),
      ...operations.flatMap((operation) =>
        [true, false].flatMap((stream) => addressesOf(operation, { ...target, stream })),
      ),
    ];
  });
}

function operationsOf({ chat, others = [] }: Pick<Provider, 'chat' | 'others'>): Operation[] {
  return chat ? [chat, ...others] : [...others];
}

function addressesOf(operation: Operation, target: Parameters<Operation['address']>[0]): string[] {
  const { transport } = operation;
  const working = { output: { task_status: 'PENDING', task_id: 'm1' } };
  return [
    () => findAddress(operation, target).url,
    () => (transport.kind === 'poll' ? transport.findTask(working, target)?.url : undefined),
  ].flatMap(orNone);
}

function taskAddresses(channel: RouteChannel): string[] {
  const watched = { 2: watchedDrawings, 5: watchedDrawings, 36: watchedSongs }[channel.type];
  return watched && channel.baseUrl ? orNone(() => watched.address(channel).url) : [];
}

function orNone(find: () => string | undefined): string[] {
  try {
    return [find() ?? []].flat();
  } catch {
    return [];
  }
}

function placeOf(url: string): string {
  if (!URL.canParse(url)) return 'nowhere';
  const { protocol, host, pathname } = new URL(url);
  const segments = pathname.split('/');
  const named = segments.findIndex((segment) => segment.includes('m1'));
  return `${protocol}//${host}${(named < 0 ? segments : segments.slice(0, named)).join('/')}`;
}
