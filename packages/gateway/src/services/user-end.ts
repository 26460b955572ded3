import { endAccess } from '../auth/end-access.ts';
import type { CallContext } from '../core/context.ts';
import * as users from '../repositories/users.ts';
import { nowSeconds } from './caller.ts';
import { forgetOrigins } from './known-origins.ts';

/** The row stays, as its entries in the ledger do, and so does the name. Sessions and every kind of token end. */
export async function deregister(tx: CallContext, id: number): Promise<void> {
  await users.update(tx.db, id, { deleted_at: nowSeconds(tx) });
  await endAccess(tx, id);
  await forgetOrigins(tx, id);
}
