import { setTimeout as sleep } from 'node:timers/promises';
import { BootError } from '../../core/boot-error.ts';
import { retryDeadlocks } from '../../core/deadlocks.ts';
import type { Db } from '../../db/schema.ts';
import { recordCommand } from '../audit/audit-log.ts';
import * as revisions from '../shared/repository/revisions.ts';
import { HOLDER_SILENCE_MS } from './master-key-watch.ts';
import * as masterKeys from './repository/master-keys.ts';
import { type Cursor, listOthers, replaceSealed, sealedColumns } from './sealed-values.ts';
import { type MasterSecrets, tryOpen } from './secrets.ts';

export interface RotationParts {
  readonly db: Db;
  /** Has the old and the new key. */
  readonly secrets: MasterSecrets;
  /** Gets a message for each step. */
  readonly print: (sentence: string) => void;
  /** How long a running gateway may need to commit what it sealed before it read the new key. */
  readonly settleMs?: number;
}

export interface SealedCount {
  /** Values that another key sealed. */
  readonly others: number;
  /** Values that none of the keys opens: damaged, or copied from elsewhere. */
  readonly unreadable: number;
}

/**
 * Replaces the master key of the database by the one new key in `secrets`: seals every value again. May be
 * killed at any point and started again. Gateways may run; each must have both keys.
 *
 * @returns values that no key opens; they stay as they are
 * @throws {BootError} when there is not exactly one new key, or when a running gateway lacks it
 */
export async function rotateMasterKey(parts: RotationParts): Promise<SealedCount> {
  const { db, secrets, print, settleMs = SETTLE_MS } = parts;
  const key = await findTarget(parts);
  secrets.sealWith(key.fingerprint);
  const isShared = await waitForGateways(parts, key.fingerprint);
  print('Sealing values with the new key.');
  await resealAll(parts);
  if (isShared) {
    print(`Waiting ${settleMs / 1000} seconds for changes that running gateways began before.`);
    await sleep(settleMs);
    await resealAll(parts);
  }
  const count = await countOthers(db, secrets);
  if (count.others > count.unreadable)
    throw new BootError(
      'Values are still being sealed with the old key. Run tollgate keys rotate again, and look for a gateway of an earlier version.',
    );
  if (!key.isFinished) await finish(parts, key);
  return count;
}

/** Returns the key to rotate to: that of a rotation under way, or the one key that the database never had. */
async function findTarget({ db, secrets }: RotationParts): Promise<masterKeys.KeyGeneration> {
  const generations = await masterKeys.list(db);
  const latest = generations[0] as masterKeys.KeyGeneration;
  const storedPrints = generations.map(({ fingerprint }) => fingerprint);
  const [added, another] = secrets.fingerprints.filter((fingerprint) => !storedPrints.includes(fingerprint));
  if (!latest.isFinished) return latest;
  if (another) throw new BootError('There are several new master keys. Leave one of them.');
  if (!added) {
    if (secrets.fingerprints.length > 1) return latest; // The rotation has finished; some values may have come since.
    throw new BootError(
      'There is no new master key. Make one with tollgate keys new, add it as the second line of the key file of every gateway, restart the gateways and run tollgate keys rotate again.',
    );
  }
  const lacking = (await listGateways(db)).filter(({ fingerprints }) => !fingerprints.includes(added));
  if (lacking.length > 0) throw lacksKey(lacking.length);
  await retryDeadlocks(() =>
    db.transaction().execute(async (tx) => {
      await masterKeys.begin(tx, latest.generation + 1, added, nowSeconds());
      await revisions.increase(tx, ['keys']);
    }),
  );
  return (await masterKeys.list(db))[0] as masterKeys.KeyGeneration;
}

/** Waits until every running gateway seals with the key. Returns whether any gateway runs. */
async function waitForGateways({ db, print }: RotationParts, fingerprint: string): Promise<boolean> {
  const deadline = Date.now() + GATEWAY_WAIT_MS;
  for (let isFirst = true; ; isFirst = false) {
    const gateways = await listGateways(db);
    const late = gateways.filter(({ sealsWith }) => sealsWith !== fingerprint);
    if (late.length === 0) return gateways.length > 0;
    if (Date.now() > deadline) throw lacksKey(late.length);
    if (isFirst) print(`Waiting for ${countGateways(late.length)} to use the new key.`);
    await sleep(POLL_MS);
  }
}

function listGateways(db: Db): Promise<masterKeys.Holder[]> {
  return masterKeys.listHolders(db, Date.now() - HOLDER_SILENCE_MS);
}

function countGateways(count: number): string {
  return count === 1 ? '1 running gateway' : `${count} running gateways`;
}

function lacksKey(count: number): BootError {
  return new BootError(
    `${countGateways(count)} without the new master key. Add it as the second line of each key file, restart and run tollgate keys rotate again. A gateway that was stopped counts for a minute.`,
  );
}

/** Repeats until no value needs sealing: running gateways may write back what they read before. */
async function resealAll({ db, secrets }: RotationParts): Promise<void> {
  const prefix = secrets.prefixOf(secrets.sealsWith);
  for (let round = 0, sealed = 1; sealed > 0 && round < MAX_ROUNDS; round += 1) {
    sealed = 0;
    for (const column of sealedColumns)
      for (let cursor: Cursor | undefined = { column }; cursor; ) {
        const { values, next } = await listOthers(db, cursor, prefix);
        sealed += await resealPage(db, secrets, values);
        cursor = next;
      }
  }
}

type Values = Awaited<ReturnType<typeof listOthers>>['values'];

function resealPage(db: Db, secrets: MasterSecrets, values: Values): Promise<number> {
  if (values.length === 0) return Promise.resolve(0);
  return retryDeadlocks(() =>
    db.transaction().execute(async (tx) => {
      let count = 0;
      for (const value of values) {
        const text = tryOpen(secrets, value.sealed, value.place);
        if (text === undefined) continue;
        if (await replaceSealed(tx, value, secrets.seal(text, value.place))) count += 1;
      }
      return count;
    }),
  );
}

async function finish(
  { db, secrets }: RotationParts,
  { generation, fingerprint }: masterKeys.KeyGeneration,
): Promise<void> {
  const before = (await masterKeys.list(db)).find((key) => key.generation === generation - 1);
  await retryDeadlocks(() =>
    db.transaction().execute(async (tx) => {
      if (!(await masterKeys.finish(tx, generation, nowSeconds()))) return;
      await revisions.increase(tx, ['keys']);
      await recordCommand(tx, {
        action: 'master_key.rotate',
        target: `master_key:${generation}`,
        before: { fingerprint: before?.fingerprint },
        after: { fingerprint },
      });
    }),
  );
  secrets.sealWith(fingerprint);
}

/** Counts values that are not sealed with the current key. */
export async function countOthers(db: Db, secrets: MasterSecrets): Promise<SealedCount> {
  const prefix = secrets.prefixOf(secrets.sealsWith);
  let others = 0;
  let unreadable = 0;
  for (const column of sealedColumns)
    for (let cursor: Cursor | undefined = { column }; cursor; ) {
      const { values, next } = await listOthers(db, cursor, prefix);
      others += values.length;
      unreadable += values.filter(
        ({ sealed, place }) => tryOpen(secrets, sealed, place) === undefined,
      ).length;
      cursor = next;
    }
  return { others, unreadable };
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

const SETTLE_MS = 30_000;
const GATEWAY_WAIT_MS = 30_000;
const POLL_MS = 300;
const MAX_ROUNDS = 20;
