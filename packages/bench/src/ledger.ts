/**
 * Measures the ledger alone, on SQLite by default: reserve, dispatch, settle and the usage-log row, 64 calls in flight.
 * `node packages/bench/src/ledger.ts [calls] [users] [postgres://... or mysql://..., an empty database]`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { connect } from '../../gateway/src/db/connect.ts';
import { migrate } from '../../gateway/src/db/migrate.ts';
import type { LogSchema } from '../../gateway/src/db/schema.ts';
import { startSqliteThread } from '../../gateway/src/db/sqlite-thread.ts';
import { audit, type Ledger, openLedger } from '../../gateway/src/ledger/index.ts';
import { openAccount } from '../../gateway/src/ledger/post.ts';

const inFlight = 64;
const calls = Number(process.argv[2] ?? 50_000);
const users = Number(process.argv[3] ?? 1000);
const balance = 1e12;
let lastId = 0;

const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-bench-'));
const connection = await connect({ dataDir, databaseUrl: process.argv[4] });
await migrate(connection);
const { address, logAddress } = connection;
const thread = await startSqliteThread({ checkpointed: [address, logAddress], written: logAddress });
await connection.db.transaction().execute(async (tx) => {
  for (let ownerId = 1; ownerId <= users; ownerId++) {
    await openAccount(tx, {
      ownerType: 'user',
      ownerId,
      balance,
      kind: 'grant',
      ref: `user:${ownerId}`,
      by: 0,
    });
    await openAccount(tx, {
      ownerType: 'token',
      ownerId,
      balance,
      kind: 'grant',
      ref: `token:${ownerId}`,
      by: 0,
    });
  }
});
const onError = (error: unknown) => process.stderr.write(`${String(error)}\n`);
const logDb = thread.openWriter<LogSchema>() ?? connection.logDb;
const { ledger } = await openLedger({ connection: { ...connection, logDb }, dataDir, onError });

await run(ledger, 5000); // Warm-up: the first calls include compilation.
for (let round = 1; round <= 3; round++) {
  const { requestsPerSecond, cpuMicroseconds, p50, p99 } = await run(ledger, calls);
  process.stdout.write(
    `round ${round}: ${requestsPerSecond.toFixed(0)} req/s, ${cpuMicroseconds.toFixed(1)} us CPU/req, ` +
      `reserve p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms\n`,
  );
}
await ledger.close();
if (logDb !== connection.logDb) await logDb.destroy();
await thread.stop();
const { failures, entries } = await audit(connection.db, connection.logDb, { graceSeconds: 0 });
process.stdout.write(`audit: ${failures.length} failures in ${entries} entries\n`);
await connection.close();
rmSync(dataDir, { recursive: true });

async function run(ledger: Ledger, total: number) {
  const waits: number[] = [];
  const cpu = process.cpuUsage();
  const start = performance.now();
  let started = 0;
  const worker = async () => {
    while (started < total) {
      started += 1;
      const before = performance.now();
      const id = newId();
      const userId = 1 + (started % users);
      await ledger.reserve({
        id,
        userId,
        tokenId: userId,
        amount: 5000,
        estimate: 200,
        snapshot: snapshot(userId),
      });
      waits.push(performance.now() - before);
      ledger.dispatch(id, 3);
      await ledger.settle(id, 1 + (started % 4000), record(userId));
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  await ledger.settled();
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  waits.sort((a, b) => a - b);
  return {
    requestsPerSecond: total / seconds,
    cpuMicroseconds: (user + system) / total,
    p50: waits[Math.floor(total * 0.5)] ?? 0,
    p99: waits[Math.floor(total * 0.99)] ?? 0,
  };
}

function newId(): string {
  lastId += 1;
  return `20261120${String(Date.now())}${String(lastId).padStart(10, '0')}`;
}

function snapshot(userId: number) {
  return {
    user_id: userId,
    username: `user-${userId}`,
    token_id: userId,
    token_name: 'production',
    model_name: 'gpt-4o-mini',
    channel_id: 0,
    group: 'default',
    is_stream: 1,
    created_at: Math.floor(Date.now() / 1000),
    prompt_tokens: 120,
    ratios: { model_ratio: 0.075, completion_ratio: 4, group_ratio: 1 },
  };
}

function record(userId: number) {
  return {
    user_id: userId,
    created_at: Math.floor(Date.now() / 1000),
    type: 2,
    username: `user-${userId}`,
    token_id: userId,
    token_name: 'production',
    model_name: 'gpt-4o-mini',
    channel_id: 3,
    group: 'default',
    prompt_tokens: 120,
    completion_tokens: 250,
    use_time: 2,
    is_stream: 1,
    billing_basis: 'upstream_usage',
    other: '{"model_ratio":0.075,"completion_ratio":4,"group_ratio":1,"frt":310}',
  };
}
