import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import type { Context } from '../../../core/context.ts';
import { bareEnvironment } from '../../../testing/bare-environment.ts';
import { describeDatabases, type FreshDatabase, isInFull } from '../../../testing/databases.ts';
import { withGateway } from '../../../testing/kill/after-life.ts';
import { roundCount } from '../../../testing/kill/rounds.ts';
import type { StreamGatewayOptions } from '../../../testing/kill/stream-gateway.ts';
import { sharedKey } from '../../../testing/more-gateways.ts';
import { type StrictS3, s3Account, startStrictS3 } from '../../../testing/strict-s3.ts';
import { countWaiting } from '../repository/streamed-rows.ts';
import { sendRows } from './send-rows.ts';

const script = fileURLToPath(new URL('../../../testing/kill/stream-gateway.ts', import.meta.url));
/** When a gateway is killed: at any moment, or when the store is at a step of an object. */
const moments = ['any', 'before the store has it', 'before the answer', 'after the answer'] as const;
/** A dead gateway's turn to send ends after two minutes, and rows wait for a minute. */
const TURN_MS = 125_000;
const GATHER_MS = 61_000;

describeDatabases('the stream of rows and kill -9', (database) => {
  const rounds = roundCount(
    'KILL_STREAM_ROUNDS',
    isInFull && database.kind === 'sqlite' ? 8 : moments.length,
  );
  const living = new Set<ChildProcess>();
  let store: StrictS3;
  let fresh: FreshDatabase;
  afterEach(async () => {
    for (const child of living) child.kill('SIGKILL');
    await store.close();
    await fresh.dispose();
  });

  test('every row is in the store at least once, whenever the gateway is killed', async () => {
    store = await startStrictS3();
    fresh = await database.create();
    const { dataDir, databaseUrl } = fresh.options;
    const settings = {
      ...{ ...sharedKey, DATA_DIR: dataDir, SSRF_ALLOW: '127.0.0.1/32' },
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      LOG_STREAM_URL: `${store.url}/bucket/log`,
      LOG_STREAM_REGION: s3Account.region,
      LOG_STREAM_ACCESS_KEY_ID: s3Account.keyId,
      LOG_STREAM_SECRET_ACCESS_KEY: s3Account.secret,
    };
    const ended: string[] = [];
    const aheadOf = (round: number) => GATHER_MS + round * TURN_MS;
    for (let round = 0; round < rounds; round += 1) {
      const options = { settings, aheadMs: aheadOf(round), isFirst: round === 0 };
      const child = start(options, (id) => ended.push(id));
      living.add(child);
      await killAt(child, store, moments[round % moments.length] as (typeof moments)[number]);
      living.delete(child);
    }
    const before = store.objects.size;

    await withGateway(settings, aheadOf(rounds), (ctx) =>
      expect.poll(() => countUnlogged(ctx, ended), { timeout: 60_000 }).toBe(0),
    );
    const logged = await withGateway(settings, aheadOf(rounds + 1), async (ctx) => {
      const waiting = () => sendRows(ctx).then(() => countWaiting(ctx.logDb, 1));
      await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
      const rows = await ctx.logDb.selectFrom('logs').select('request_id').execute();
      return rows.map((row) => row.request_id);
    });

    const lines = [...store.objects.values()].flatMap((text) => text.trimEnd().split('\n'));
    const sent = lines.map((line) => (JSON.parse(line) as { request_id: string }).request_id);
    expect(logged.filter((id) => !new Set(sent).has(id))).toEqual([]);
    expect(new Set(sent)).toEqual(new Set(logged));
    // The stream went on in most lives, and not only at the end.
    expect(before).toBeGreaterThanOrEqual(rounds / 2);
    process.stdout.write(
      `${database.name}: ${rounds} kills, ${logged.length} rows, ${sent.length - logged.length} of them twice, ` +
        `${store.objects.size} objects\n`,
    );
  }, 600_000);
});

function start(options: StreamGatewayOptions, onEnded: (id: string) => void): ChildProcess {
  const child = fork(script, [JSON.stringify(options)], { execArgv: [], env: bareEnvironment });
  child.on('message', (id) => onEnded(String(id)));
  return child;
}

async function killAt(child: ChildProcess, { hooks }: StrictS3, moment: (typeof moments)[number]) {
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const kill = () => {
    hooks.beforeStore = hooks.beforeAnswer = undefined;
    child.kill('SIGKILL');
    return gone;
  };
  // One object passes first, so that kills meet a stream that is on its way.
  const passed = Promise.withResolvers<void>();
  hooks.beforeAnswer = () => passed.resolve();
  await Promise.race([passed.promise, gone]);
  if (moment === 'before the store has it')
    hooks.beforeStore = () => kill().then(() => new Promise(() => {})); // Never stored.
  if (moment === 'before the answer') hooks.beforeAnswer = kill;
  if (moment === 'after the answer') hooks.beforeAnswer = () => void sleep(Math.random() * 10).then(kill);
  if (moment === 'any') {
    await sleep(Math.random() * 300);
    await kill();
  }
  await gone;
  expect(child.signalCode, 'the gateway ended by itself').toBe('SIGKILL');
}

/** Calls that ended for their callers and have no row yet. */
async function countUnlogged({ ledger, logDb }: Context, ended: readonly string[]): Promise<number> {
  await ledger.deliver();
  const rows = await logDb.selectFrom('logs').select('request_id').execute();
  const logged = new Set(rows.map(({ request_id }) => request_id));
  return ended.filter((id) => !logged.has(id)).length;
}
