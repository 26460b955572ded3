import { beforeCommit, type CallContext, type Context } from '../../core/context.ts';
import type { Db } from '../../db/schema.ts';
import { sealRow } from './audit-chain.ts';
import { changesOf, type Fields } from './audit-fields.ts';
import * as table from './repository/audit-log.ts';

export interface Action {
  /** What was done: `channel.update`. */
  action: string;
  /** To what: `channel:12`. */
  target: string;
  /** The fields as they were. Absent for what is new. */
  before?: Fields;
  /** The fields as they are now. Absent for what is gone. */
  after?: Fields;
}

/** Jobs have no caller: then the row names the gateway itself. */
type ActionContext = Context & Partial<Pick<CallContext, 'caller' | 'ip' | 'requestId'>>;

type Draft = Omit<table.AuditRow, 'id' | 'prev_hash' | 'hash'>;
const drafts = new WeakMap<Context['db'], Draft[]>();

/**
 * Writes an action and its actor into the audit log, in the transaction of the change: both are stored or
 * neither. Keeps the fields that changed and hides secrets. The row is written as the last step before the
 * commit, since all writers wait for each other there.
 *
 * @throws outside of `change` or `transact`
 */
export function recordAction(tx: ActionContext, action: Action): void {
  const draft = toDraft(tx, action);
  const waiting = drafts.get(tx.db);
  if (waiting) {
    waiting.push(draft);
    return;
  }
  const first = [draft];
  beforeCommit(tx, () => write(tx.db, first));
  drafts.set(tx.db, first);
}

/** Writes one row for a command of the operator. Call as the last step of its transaction. */
export function recordCommand(tx: Db, action: Action): Promise<void> {
  return write(tx, [toDraft({ now: Date.now }, action)]);
}

type Actor = Pick<Context, 'now'> & Partial<Pick<CallContext, 'caller' | 'ip' | 'requestId'>>;

function toDraft(actor: Actor, { action, target, before, after }: Action): Draft {
  return {
    at: Math.floor(actor.now() / 1000),
    actor_id: actor.caller?.id ?? 0,
    actor_name: actor.caller?.username ?? 'system',
    ip: actor.ip ?? '',
    request_id: actor.requestId ?? '',
    action,
    target: target.slice(0, 191).toWellFormed(),
    ...changesOf(before, after),
  };
}

async function write(db: Db, waiting: readonly Draft[]): Promise<void> {
  let { last_id, hash } = await table.lockHead(db);
  const rows = waiting.map((draft) => {
    const row = sealRow({ ...draft, id: last_id + 1, prev_hash: hash });
    last_id = row.id;
    hash = row.hash;
    return row;
  });
  await table.append(db, rows, { last_id, hash });
}
