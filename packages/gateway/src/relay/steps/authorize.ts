import type { OptionValues } from '@tollgate/contract/options';
import type { Routes } from '../../modules/channels/routing/routing.ts';
import { priceName } from '../../modules/models/ratios.ts';
import type { TokenOwner } from '../access/token-cache.ts';
import { RelayError } from '../errors.ts';
import { shownName } from '../routes/shown-name.ts';

interface Rights {
  owner: TokenOwner;
  channelId: number | undefined;
}

/**
 * Returns the group that pays and chooses channels: the token's if set, else the user's.
 *
 * @throws {RelayError} 403
 */
export function groupOf(options: OptionValues, { tokenGroup, userGroup }: TokenOwner): string {
  const group = tokenGroup || userGroup;
  if (group !== userGroup && !options.UserUsableGroups.has(group))
    throw new RelayError(403, 'group_refused', { group });
  if (!options.GroupRatio.has(group)) throw new RelayError(403, 'group_gone', { group });
  return group;
}

/** Whether this key may use this model. Always when an administrator names a channel. */
export function mayUse({ owner, channelId }: Rights, model: string): boolean {
  return channelId !== undefined || !owner.models || owner.models.has(model);
}

/** Whether any channel lists this model, in any state and group. Always when an administrator names a channel. */
export function isOffered(
  routes: Pick<Routes, 'offers'>,
  { channelId }: Pick<Rights, 'channelId'>,
  model: string,
): boolean {
  return channelId !== undefined || routes.offers(model) || routes.offers(priceName(model));
}

/**
 * Asserts that this key may use this model. Skipped when an administrator names a channel.
 *
 * @throws {RelayError} 403
 */
export function checkModel(rights: Rights, model: string): void {
  if (mayUse(rights, model)) return;
  throw new RelayError(403, 'model_refused', { model: shownName(model) });
}

/**
 * Asserts that any channel lists this model, in any state and group. A missing model stays missing, so
 * clients must not retry. Skipped when an administrator names a channel.
 *
 * @throws {RelayError} 404
 */
export function assertOffered(
  routes: Pick<Routes, 'offers'>,
  rights: Pick<Rights, 'channelId'>,
  model: string,
): void {
  if (isOffered(routes, rights, model)) return;
  throw new RelayError(404, 'model_not_found', { model: shownName(model) });
}
