import type { CallContext } from '../../../core/context.ts';
import { nowSeconds } from '../../shared/caller.ts';
import { endAccess } from '../credentials/end-access.ts';
import { forgetOrigins } from '../entry/known-origins.ts';
import * as users from '../repository/users.ts';

/** Keeps the row, its ledger entries and the name. Ends sessions and every kind of token. */
export async function deregister(tx: CallContext, id: number): Promise<void> {
  await users.update(tx.db, id, { deleted_at: nowSeconds(tx) });
  await endAccess(tx, id);
  await forgetOrigins(tx, id);
}
