import type { OptionValues } from '@tollgate/contract/options';
import { RelayError } from '../errors.ts';
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
  throw new RelayError(403, 'model_refused', { model });
}
