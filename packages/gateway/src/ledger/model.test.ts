import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeDatabases, isInFull, type OpenDatabase } from '../testing/databases.ts';
import { openTestLedger } from '../testing/ledger.ts';
import { expectSameBalances, ledgerCommands, type RealLedger } from '../testing/ledger-commands.ts';
import { LedgerModel } from '../testing/ledger-model.ts';
import { audit } from './index.ts';
import { openAccount } from './post.ts';

const balance = 1000;
const tokenBalance = 700;

describeDatabases('ledger against a model', (database) => {
  const isSqlite = database.kind === 'sqlite';
  const thorough = process.env.FUZZ === '1';
  const runs = isSqlite ? (thorough ? 5000 : isInFull ? 150 : 75) : thorough ? 500 : 25;

  test('balances and answers match a model ledger for any order of operations', async () => {
    const opened = await database.open();
    let run = 0;
    const property = fc.asyncProperty(ledgerCommands(), async (commands) => {
      run += 1;
      const { model, real } = await begin(opened, run);
      await fc.asyncModelRun(() => ({ model, real }), commands);
      await real.restart();
      model.crash();
      await expectSameBalances(model, real);
      await expectLogged(opened, model);
      await real.ledger.close();
    });
    await fc.assert(property, { numRuns: runs, endOnFailure: true });

    expect((await audit(opened.db, opened.logDb, { graceSeconds: 0 })).failures).toEqual([]);
    await opened.dispose();
  }, 3_600_000);
});

async function begin(opened: OpenDatabase, run: number): Promise<{ model: LedgerModel; real: RealLedger }> {
  const { ledger } = await quiet(opened);
  const model = new LedgerModel();
  const real: RealLedger = {
    opened,
    ledger,
    async restart() {
      await real.ledger.close(0);
      real.ledger = (await quiet(opened)).ledger;
    },
    id: (name) => `${run}-${name}`,
    user: (number) => run * 10 + number,
  };
  await opened.db.transaction().execute(async (tx) => {
    for (const number of [0, 1]) {
      const ownerId = real.user(number);
      model.add(ownerId, balance, tokenBalance);
      const more = { kind: 'grant', by: 0, ownerId };
      await openAccount(tx, { ...more, ownerType: 'user', balance, ref: `user:${ownerId}` });
      await openAccount(tx, { ...more, ownerType: 'token', balance: tokenBalance, ref: `token:${ownerId}` });
    }
  });
  return { model, real };
}

/** A crash leaves running work that then fails, as intended. */
function quiet(opened: OpenDatabase) {
  return openTestLedger(opened, opened.options.dataDir, () => {});
}

async function expectLogged({ logDb }: OpenDatabase, model: LedgerModel): Promise<void> {
  if (model.charges.size === 0) return;
  const ids = [...model.charges.keys()];
  const rows = await logDb
    .selectFrom('logs')
    .select(['request_id', 'quota'])
    .where('request_id', 'in', ids)
    .execute();
  expect(new Map(rows.map(({ request_id, quota }) => [request_id, quota]))).toEqual(model.charges);
}
