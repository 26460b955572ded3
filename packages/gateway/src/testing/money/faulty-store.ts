import type { DatabaseAddress } from '../../db/address.ts';
import { Silence } from '../../db/silence.ts';
import { openMysql } from '../../ledger/mysql-driver.ts';
import { openPostgres } from '../../ledger/postgres-driver.ts';
import {
  LostCommit,
  type ServerDriver,
  ServerStore,
  type ServerTransaction,
} from '../../ledger/server-store.ts';
import { SqliteStore } from '../../ledger/sqlite-store.ts';
import type { Store } from '../../ledger/types.ts';
import { databaseError, type FaultyTransaction, scheduled } from './faults.ts';
import { type Life, neverResolves } from './virtual-process.ts';

type InstanceName = ConstructorParameters<typeof ServerStore>[1];

export interface FaultyStores {
  /** Opens the ledger's own connection of one process. */
  open(instance: InstanceName): Promise<Store>;
  close(): Promise<void>;
}

/** Stores whose transactions are events of a schedule. All processes share the connections to a server. */
export async function openFaultyStores(address: DatabaseAddress): Promise<FaultyStores> {
  if (address.kind === 'sqlite') {
    const open = async (instance: InstanceName) => withFaults(new SqliteStore(address.file, instance));
    return { open, close: async () => {} };
  }
  const driver = await (address.kind === 'postgres' ? openPostgres : openMysql)(address.url, new Silence());
  const faulty = faultyDriver(driver);
  return { open: async (instance) => new ServerStore(faulty, instance), close: () => driver.close() };
}

/** SQLite runs within the process: no answer is lost, but the process may be killed after the commit. */
function withFaults(store: SqliteStore): Store {
  return replaceMethods(store, ['close'], (call, name) =>
    scheduled(false, async (transaction, life) => {
      if (COMPARE_TIMES.has(name)) await life?.schedule.readClock();
      await orKilled(transaction, transaction?.beforeStatement());
      const answer = await (life ? life.run(call) : call());
      transaction?.afterCommit();
      return answer;
    }),
  );
}

function faultyDriver(driver: ServerDriver): ServerDriver {
  const replaced = replaceMethods(driver, ['isTransient', 'close', 'transact'], (call, name) =>
    scheduled(true, async (transaction, life) => {
      if (COMPARE_TIMES.has(name)) await life?.schedule.readClock();
      await orKilled(transaction, transaction?.beforeStatement());
      const answer = await call();
      transaction?.afterCommit();
      return answer;
    }),
  );
  return {
    ...replaced,
    isTransient: (error) => isConflict(error) || driver.isTransient(error),
    close: async () => {},
    transact: (work) =>
      scheduled(true, async (transaction, life) => {
        if (!transaction || !life) return driver.transact(work);
        await orKilled(transaction, transaction.beforeStatement());
        let isWritten = false;
        try {
          const answer = await driver.transact(async (inner) => {
            const result = await orKilled(
              transaction,
              life.run(() => work(faultyStatements(inner, transaction, life))),
            );
            isWritten = true;
            await orKilled(transaction, transaction.beforeStatement());
            return result;
          });
          transaction.afterCommit();
          return answer;
        } catch (error) {
          // COMMIT was sent. Whether it was executed is unknown.
          throw isWritten && !(error instanceof LostCommit) ? new LostCommit(error) : error;
        }
      }),
  };
}

function faultyStatements(
  inner: ServerTransaction,
  transaction: FaultyTransaction,
  life: Life,
): ServerTransaction {
  return replaceMethods(inner, [], async (call) => {
    await transaction.beforeStatement();
    const answer = await call();
    return life.isAlive ? answer : neverResolves();
  });
}

/** Returns the object with its methods replaced by calls of `replace`. */
function replaceMethods<T extends object>(
  target: T,
  except: readonly string[],
  replace: (call: () => Promise<unknown>, name: string) => Promise<unknown>,
): T {
  const replaced: Record<string, unknown> = {};
  for (let level: object = target; level !== Object.prototype; level = Object.getPrototypeOf(level)) {
    for (const name of Object.getOwnPropertyNames(level)) {
      if (name in replaced || name === 'constructor') continue;
      const member: unknown = target[name as keyof T];
      if (typeof member !== 'function') replaced[name] = member;
      else if (except.includes(name)) replaced[name] = member.bind(target);
      else replaced[name] = (...values: unknown[]) => replace(async () => member.apply(target, values), name);
    }
  }
  return replaced as T;
}

const COMPARE_TIMES = new Set(['heartbeat', 'findInstance', 'silentInstances']);

async function orKilled<T>(
  transaction: FaultyTransaction | undefined,
  work: Promise<T> | undefined,
): Promise<T> {
  return Promise.race(transaction ? [work as Promise<T>, transaction.killed] : [work as Promise<T>]);
}

function isConflict(error: unknown): boolean {
  return (error as { code?: unknown }).code === (databaseError('conflict') as Error & { code: string }).code;
}
