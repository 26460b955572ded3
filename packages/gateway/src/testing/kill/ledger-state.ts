import { type ConnectOptions, connect } from '../../db/connect.ts';
import { post } from '../../ledger/post.ts';

/** What the databases of a stopped gateway contain about its calls. */
export interface LedgerState {
  /** Request ids of usage entries on accounts of users. */
  readonly charged: readonly string[];
  /** Request ids of the usage log. */
  readonly logged: readonly string[];
  /** Holds that were not released. */
  readonly openHolds: number;
}

export async function readLedgerState(options: ConnectOptions): Promise<LedgerState> {
  const { db, logDb, close } = await connect(options);
  try {
    const charged = await db
      .selectFrom('entry')
      .innerJoin('account', 'account.id', 'entry.account')
      .select('entry.ref')
      .where('account.owner_type', '=', 'user')
      .where('entry.kind', '=', 'usage')
      .execute();
    const logged = await logDb.selectFrom('logs').select('request_id').where('type', '=', 2).execute();
    const holds = await db.selectFrom('hold').select('id').execute();
    return {
      charged: charged.map(({ ref }) => ref).sort(),
      logged: logged.map(({ request_id }) => request_id).sort(),
      openHolds: holds.length,
    };
  } finally {
    await close();
  }
}

/** Sets the first account of a stopped gateway to more than any test spends. */
export async function fillFirstAccount(options: ConnectOptions): Promise<void> {
  const { db, close } = await connect(options);
  const account = { ownerType: 'user', ownerId: 1 } as const;
  await post(db, { ref: 'adjust:outage', kind: 'adjust', account, amount: 1e12 });
  await close();
}
