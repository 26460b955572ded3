import { LogType } from '@tollgate/contract';
import { randomText } from '../auth/random.ts';
import { afterCommit, type Context } from '../core/context.ts';
import * as outbox from '../repositories/outbox.ts';
import * as users from '../repositories/users.ts';
import { nowSeconds } from './caller.ts';

/** Kinds of rows in the usage log that are not calls. */
export const NoteType = { topUp: LogType.topup, admin: LogType.admin, system: LogType.system } as const;

export interface Note {
  type: (typeof NoteType)[keyof typeof NoteType];
  /** Whose log it is. */
  userId: number;
  /** A sentence, in the language of whoever acts. */
  content: string;
  /** The same for programs: what happened and with which values. Becomes JSON. */
  other?: Readonly<Record<string, unknown>>;
  /** Quota units that the user got, where there are some. */
  quota?: number;
}

/**
 * Writes into the usage log what happened to a user's money or account. Call in the transaction of the deed: the row
 * waits in the outbox, as the log may be another database, and is there right after the commit.
 */
export async function writeNote(
  tx: Context,
  { type, userId, content, other, quota = 0 }: Note,
): Promise<void> {
  const user = await users.find(tx.db, userId);
  const request_id = `note-${randomText(24)}`;
  const row = {
    request_id,
    type,
    user_id: userId,
    username: user?.username ?? '',
    created_at: nowSeconds(tx),
    content,
    quota,
    other: other ? JSON.stringify(other) : '',
  };
  await outbox.add(tx.db, {
    topic: 'usage',
    dedup_key: request_id,
    payload: JSON.stringify(row),
    next_at: 0,
  });
  afterCommit(tx, () => tx.ledger.deliver());
}
