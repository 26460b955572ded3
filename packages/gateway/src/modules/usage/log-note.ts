import { type Language, LogType } from '@tollgate/contract';
import { afterCommit, type Context } from '../../core/context.ts';
import * as users from '../identity/repository/users.ts';
import * as outbox from '../notifications/repository/outbox.ts';
import { randomText } from '../secrets/random.ts';
import { nowSeconds } from '../shared/caller.ts';

/** Kinds of rows in the usage log that are not calls. */
export const NoteType = { topUp: LogType.topup, admin: LogType.admin, system: LogType.system } as const;

export interface Note {
  type: (typeof NoteType)[keyof typeof NoteType];
  /** The owner of the log. */
  userId: number;
  /** A sentence, in the language of the actor. */
  content: string;
  /** The same sentence in other languages than that of the actor, for other readers. */
  messages?: Partial<Record<Language, string>>;
  /** The same for programs: what happened and with which values. Stored as JSON. */
  other?: Readonly<Record<string, unknown>>;
  /** Quota units that the user received, if any. */
  quota?: number;
}

/**
 * Writes a row about a user's money or account into the usage log. Call in the transaction of the change: the
 * row waits in the outbox, as the log may be another database, and is there right after the commit.
 */
export async function writeNote(
  tx: Context,
  { type, userId, content, messages, other, quota = 0 }: Note,
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
    other: other || messages ? JSON.stringify({ ...other, messages }) : '',
  };
  await outbox.add(tx.db, {
    topic: 'usage',
    dedup_key: request_id,
    payload: JSON.stringify(row),
    next_at: 0,
  });
  afterCommit(tx, () => tx.ledger.deliver());
}
