import { options } from '@tollgate/contract/options';
import type { Context } from '../../core/context.ts';
import { findPrivateHost } from '../channels/destination/channel-hosts.ts';
import * as channels from '../channels/repository/channels.ts';
import { write } from '../settings/options.ts';
import * as table from '../settings/repository/options.ts';
import type { DeclarationRow } from '../shared/repository/declarations.ts';
import { type Item, isSame } from './item.ts';

const KEY = 'ChannelPrivateHosts';

/** Addresses that the gateway may dial for a declared channel. */
export interface PrivateHosts {
  /** Those that belong to declared channels alone, for the next time. */
  readonly rows: readonly { host: string; place: string }[];
  /** A line for each change. */
  readonly changes: readonly string[];
}

export async function listPrivateHosts(tx: Context): Promise<string[]> {
  return options[KEY].parse((await table.find(tx.db, KEY)) ?? options[KEY].default);
}

/** Whether a file has the list itself. Then it has every address. */
export function declaresPrivateHosts(items: readonly Item[]): boolean {
  return items.some(({ kind, name }) => kind === 'option' && name === KEY);
}

/** The declared channel that leads to an address. */
export function findChannelOf(items: readonly Item[], host: string): Item | undefined {
  return items.find(({ kind, spec }) => kind === 'channel' && findPrivateHost(spec) === host);
}

/**
 * Takes back the addresses that came with declared channels and that no channel uses any more. Puts those back that
 * declared channels need and that went with the list of an earlier file. Call inside the transaction, after the
 * changes of channels and options.
 *
 * @param hosts the list before, and the addresses that the channels of this file added
 */
export async function settlePrivateHosts(
  tx: Context,
  items: readonly Item[],
  earlier: readonly DeclarationRow[],
  { before, added }: { before: readonly string[]; added: readonly string[] },
): Promise<PrivateHosts> {
  if (declaresPrivateHosts(items)) return { rows: [], changes: [] };
  const placeOf = (host: string) => findChannelOf(items, host)?.place;
  const tracked = new Map<string, string>();
  for (const { kind, name, place } of earlier)
    if (kind === 'private_host') tracked.set(name, placeOf(name) ?? place);
  const current = await listPrivateHosts(tx);
  const lost = before.filter((host) => !current.includes(host) && placeOf(host) !== undefined);
  const opened = [...lost, ...added];
  for (const host of opened) tracked.set(host, placeOf(host) ?? '');

  const listed = [...new Set([...current, ...opened])];
  const used = new Set((await channels.list(tx.db, {}, { byId: true })).map(findPrivateHost));
  const gone = listed.filter((host) => tracked.has(host) && !used.has(host));
  const kept = listed.filter((host) => !gone.includes(host));
  if (!isSame(kept, current)) await write(tx, KEY, kept.join('\n'));
  return {
    rows: kept.flatMap((host) => {
      const place = tracked.get(host);
      return place === undefined ? [] : [{ host, place }];
    }),
    changes: [
      ...opened.map((host) => {
        const channel = findChannelOf(items, host);
        return `+ private host ${host} in ${KEY}, for channel ${channel?.name} (${channel?.place})`;
      }),
      ...gone.map((host) => `- private host ${host} in ${KEY}`),
    ],
  };
}
