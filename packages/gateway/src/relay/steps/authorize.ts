import type { OptionValues } from '@tollgate/contract/options';
import { priceName } from '../../services/ratios.ts';
import type { RelayContext } from '../context.ts';
import { RelayError } from '../errors.ts';
import { shownName } from '../shown-name.ts';
import type { TokenOwner } from '../token-cache.ts';

interface Rights {
  owner: TokenOwner;
  channelId: number | undefined;
}

/**
 * The group that pays and chooses channels: the token's when it names one, else the user's. @throws {RelayError} 403
 */
export function groupOf(options: OptionValues, { tokenGroup, userGroup }: TokenOwner): string {
  const group = tokenGroup || userGroup;
  if (group !== userGroup && !options.UserUsableGroups.has(group))
    throw new RelayError(403, 'group_refused', { group });
  if (!options.GroupRatio.has(group)) throw new RelayError(403, 'group_gone', { group });
  return group;
}

/** Whether this key may use this model. An administrator who names a channel is past this. @throws {RelayError} 403 */
export function checkModel({ owner, channelId }: Rights, model: string): void {
  if (channelId !== undefined || !owner.models || owner.models.has(model)) return;
  throw new RelayError(403, 'model_refused', { model: shownName(model) });
}

/**
 * Whether any channel lists this model, in whatever state and group. Nobody offers what no channel lists, and that does
 * not pass with time, so clients must not try again. An administrator who names a channel is past this.
 *
 * @throws {RelayError} 404
 */
export async function assertOffered(
  { routing }: Pick<RelayContext, 'routing'>,
  { channelId }: Pick<Rights, 'channelId'>,
  model: string,
): Promise<void> {
  if (channelId !== undefined) return;
  const routes = await routing.routes();
  if (routes.offers(model) || routes.offers(priceName(model))) return;
  throw new RelayError(404, 'model_not_found', { model: shownName(model) });
}
