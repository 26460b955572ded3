import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { type Connection, connect } from '../../db/connect.ts';
import { audit } from '../../ledger/index.ts';
import { post } from '../../ledger/post.ts';
import { describeServers, type FreshDatabase } from '../../testing/databases.ts';
import {
  costOfText,
  type MarkedProvider,
  numberOf,
  startMarkedProvider,
} from '../../testing/kill/marked-calls.ts';
import { type LongStream, makeMarkedCall, startLongStream } from '../../testing/kill/marked-client.ts';
import { runProduct, setUpProduct, startProduct } from '../../testing/kill/product.ts';
import { type LivingGateway, roundCount } from '../../testing/kill/rounds.ts';
import { wrongSums } from '../../testing/logs.ts';

const GATEWAYS = 3;
/** Gateways that are killed at once; another one must end their calls. */
const VICTIMS = 2;
const CALLERS = 12;
/** Streams that run in each gateway that is killed. */
const STREAMS = 2;
/** A stream runs this long before its gateway is killed ... */
const STREAM_MS = 5000;
/**
 * ... and is charged at least for what had arrived this long before. Twice the promised time, because test
 * machines are slow.
 */
const CHECKPOINT_MS = 4000;
/**
 * Callers send many calls only this long before a kill: bodies grow with their number, and only these calls
 * are hit.
 */
const SHORT_TIMEOUT_MS = 1000;
const PAUSE_MS = 200;

interface Place extends LivingGateway {
  readonly dataDir: string;
}

interface CutStream {
  readonly stream: LongStream;
  readonly bytesBefore: number;
}

/** Several whole gateways on one database server. Each round kills most of them and removes their data folders. */
describeServers(
  'gateways that lose their disks',
  (database) => {
    const kills = roundCount('KILL_DISK_ROUNDS', database.kind === 'postgres' ? 2 : 1);
    const living = new Set<Place>();
    let provider: MarkedProvider | undefined;
    let fresh: FreshDatabase | undefined;
    afterAll(async () => {
      for (const { child, dataDir } of living) {
        child.kill('SIGKILL');
        rmSync(dataDir, { recursive: true, force: true });
      }
      await provider?.close();
      await fresh?.dispose();
    });

    test('every call that a provider saw is charged once and has its row', async () => {
      fresh = await database.create();
      provider = await startMarkedProvider();
      const settings = {
        DATABASE_URL: fresh.options.databaseUrl ?? '',
        TOLLGATE_KEY: randomBytes(32).toString('base64'),
      };
      const start = async () => {
        const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-disk-'));
        const place = { dataDir, ...(await startProduct(dataDir, settings)) };
        living.add(place);
        return place;
      };
      const first = await start();
      const key = await setUpProduct(first.url, provider.url);
      const connection = await connect(fresh.options);
      const account = { ownerType: 'user', ownerId: 1 } as const;
      await post(connection.db, { ref: 'adjust:kill', kind: 'adjust', account, amount: 1e12 });
      while (living.size < GATEWAYS) await start();

      let last = 0;
      let running = true;
      let isHurried = false;
      const acknowledged = new Map<string, number>();
      const callers = Array.from({ length: CALLERS }, async () => {
        while (running) {
          last += 1;
          const reply = await makeMarkedCall(pick(living).url, key, last, last % 2 === 0);
          if (reply) acknowledged.set(reply.id, reply.cost);
          await sleep(isHurried && reply ? 0 : PAUSE_MS);
        }
      });
      const cut: CutStream[] = [];
      for (let killed = 0; killed < kills; killed += VICTIMS) {
        const victims = [...living].slice(0, VICTIMS);
        const streams = victims.flatMap(({ url }) =>
          Array.from({ length: STREAMS }, () => {
            last += 1;
            return startLongStream(url, key, last);
          }),
        );
        await sleep(STREAM_MS - CHECKPOINT_MS + Math.random() * 500);
        const before = streams.map(({ bytes }) => bytes);
        await sleep(CHECKPOINT_MS - SHORT_TIMEOUT_MS);
        isHurried = true;
        await sleep(SHORT_TIMEOUT_MS);
        for (const victim of victims) living.delete(victim);
        await Promise.all(victims.map(kill));
        isHurried = false;
        await Promise.all(streams.map(({ ended }) => ended));
        for (const [index, stream] of streams.entries())
          cut.push({ stream, bytesBefore: before[index] ?? 0 });
        while (living.size < GATEWAYS) await start();
      }
      running = false;
      await Promise.all(callers);

      await expect.poll(() => countUnfinished(connection), { timeout: 180_000, interval: 1000 }).toBe(0);
      await Promise.all([...living].map(endGently));
      const ledgerState = await readLedgerState(connection);
      await connection.close();

      const charges = new Map(ledgerState.entries.map(({ ref, amount }) => [ref, Math.abs(amount)]));
      const rows = new Map(ledgerState.rows.map((row) => [row.request_id, row]));
      expect(ledgerState.failures).toEqual([]);
      expect({ unequal: ledgerState.unequal }).toEqual({ unequal: [] });
      expect({ rows: rows.size, listed: ledgerState.rows.length }).toEqual({
        rows: charges.size,
        listed: charges.size,
      });
      expect(ledgerState.rows.filter(({ request_id, quota }) => charges.get(request_id) !== quota)).toEqual(
        [],
      );

      const billed = Map.groupBy(ledgerState.rows, numberOf);
      const seen = [...provider.seen.keys()];
      expect({ unbilled: seen.filter((number) => !billed.has(number)) }).toEqual({ unbilled: [] });
      expect({ double: [...billed].filter(([, { length }]) => length > 1) }).toEqual({ double: [] });

      // The reported cost differs only when the gateway died before the database had the end.
      const otherwise = [...acknowledged].filter(([id, cost]) => charges.get(id) !== cost);
      const unexplained = otherwise.filter(([id]) => rows.get(id)?.billing_basis !== 'estimated');
      expect({ unexplained }).toEqual({ unexplained: [] });
      expect(otherwise.length).toBeLessThanOrEqual(kills * CALLERS);

      const arrived = cut.filter(({ bytesBefore }) => bytesBefore > 0);
      expect(arrived.length).toBeGreaterThan(0);
      const cheap = arrived.filter(
        ({ stream: { id, number }, bytesBefore }) => (charges.get(id) ?? 0) < costOfText(number, bytesBefore),
      );
      expect({ chargedLessThanTheirCheckpoint: cheap }).toEqual({ chargedLessThanTheirCheckpoint: [] });
      expect(await auditByCommand(settings)).toContain('0 broken');

      const estimated = ledgerState.rows.filter(({ billing_basis }) => billing_basis === 'estimated');
      const neverReached = [...billed.keys()].filter((number) => !provider?.seen.has(number)).length;
      process.stdout.write(
        `${database.name}: ${kills} kills among ${GATEWAYS} gateways, each with its disk, ${last} calls sent, ${seen.length} seen ` +
          `by the provider, ${charges.size} entries, ${rows.size} rows, ${acknowledged.size} acknowledged, of these ` +
          `${otherwise.length} charged by estimate, ${estimated.length} estimated in all, ${neverReached} charged that ` +
          `never arrived, ${arrived.length} streams cut and charged at their checkpoint or above\n`,
      );
    }, 7_200_000);
  },
  ['postgres'],
);

function pick(places: ReadonlySet<Place>): Place {
  const all = [...places];
  const place = all[Math.floor(Math.random() * all.length)];
  if (!place) throw new Error('no gateway is left');
  return place;
}

async function kill({ child, dataDir }: Place): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
}

async function endGently({ child }: Place): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
}

/** Open holds, and rows that the usage log does not have yet. */
async function countUnfinished({ db }: Connection): Promise<number> {
  const holds = await db.selectFrom('hold').select('id').execute();
  const waiting = await db.selectFrom('outbox').select('id').where('topic', '=', 'usage').execute();
  return holds.length + waiting.length;
}

async function readLedgerState({ db, logDb }: Connection) {
  return {
    entries: await db.selectFrom('entry').select(['ref', 'amount']).where('kind', '=', 'usage').execute(),
    rows: await logDb.selectFrom('logs').selectAll().where('type', '=', 2).execute(),
    failures: (await audit(db, logDb, { graceSeconds: 0 })).failures,
    unequal: await wrongSums(logDb),
  };
}

async function auditByCommand(settings: Record<string, string>): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-disk-'));
  const { child, output } = runProduct(dataDir, 'audit', settings);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  rmSync(dataDir, { recursive: true, force: true });
  expect(code).toBe(0);
  return output();
}
