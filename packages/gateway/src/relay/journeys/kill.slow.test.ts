import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import type { Context } from '../../core/context.ts';
import { connect } from '../../db/connect.ts';
import { audit, openLedger } from '../../ledger/index.ts';
import { post } from '../../ledger/post.ts';
import { describeDatabases, type FreshDatabase } from '../../testing/databases.ts';
import { makeChannel } from '../../testing/factories.ts';
import { bookedCalls, endDrawings, withGateway } from '../../testing/kill/after-life.ts';
import {
  costOf,
  DRAWING_COST,
  type MarkedProvider,
  markedBody,
  numberOf,
  startMarkedProvider,
} from '../../testing/kill/marked-calls.ts';
import { runProduct, setUpProduct, startProduct, untilGone, workersOf } from '../../testing/kill/product.ts';
import { type Acknowledged, killRounds, roundCount } from '../../testing/kill/rounds.ts';
import { wrongSums } from '../../testing/logs.ts';

/**
 * Kills the whole product during its work. The ledger's own suite kills a bare ledger 40 times on all three
 * databases. Here the same promise is tested with HTTP, retry, metering and the usage log around it, for
 * chats and for orders of drawings.
 */
const rounds = roundCount('KILL_GATEWAY_ROUNDS', 5);
/** With several, half of the rounds kill single workers too before the whole product is killed. */
const workers = process.env.WORKERS ?? '1';
const children = new Set<ChildProcess>();
/** After this time an order without an id is given up. */
const LOST_MS = 20 * 60_000;
let created: FreshDatabase;
let dataDir: string;
/** Which database the product uses, as its environment. */
let place: Record<string, string>;
let provider: MarkedProvider;

const setUp = (create: () => Promise<FreshDatabase>) => async () => {
  created = await create();
  const { databaseUrl } = created.options;
  dataDir = created.options.dataDir;
  place = databaseUrl ? { DATABASE_URL: databaseUrl } : {};
  provider = await startMarkedProvider();
};
const tearDown = async () => {
  for (const child of children) child.kill('SIGKILL');
  await provider.close();
  await created.dispose();
};

// @spec P2 P3
const chargesEachCallOnce = async () => {
  const key = await prepare();
  let last = 0;
  const next = (url: string) => {
    last += 1;
    return call(url, key, last);
  };
  const acknowledged = await killRounds({
    rounds,
    inFlight: 24,
    livesMs: [150, 600],
    starts: [start],
    call: next,
  });

  const recovered = await recover();
  expect(await recover()).toBe(0);
  const after = await withGateway({ DATA_DIR: dataDir, ...place }, LOST_MS, async (ctx) => {
    await endDrawings(ctx);
    return readLedgerState(ctx);
  });
  const { entries, rows, drawings, refunded } = after;
  const charges = new Map(entries.map(({ ref, amount }) => [ref, Math.abs(amount)]));
  expect(charges.size).toBe(entries.length);
  expect(rows.filter(({ request_id, quota }) => charges.get(request_id) !== quota)).toEqual([]);
  expect(rows.length).toBe(entries.length);
  const otherwise = [...acknowledged].filter(([id, cost]) => charges.get(id) !== cost);
  expect({ otherThanAcknowledged: otherwise }).toEqual({ otherThanAcknowledged: [] });
  expect(after.failures).toEqual([]);
  expect({ unequal: after.unequal }).toEqual({ unequal: [] });
  expect(await auditByCommand()).toContain('0 broken');

  const chats = expectChats(rows.filter(({ model_name }) => model_name !== 'mj_imagine'));
  const orders = rows.filter(({ model_name }) => model_name === 'mj_imagine');
  const painted = expectDrawings(orders, drawings, refunded);
  const estimated = rows.filter(({ billing_basis }) => billing_basis === 'estimated').length;
  process.stdout.write(
    `${rounds} kills, ${last} calls sent, ${provider.seen.size} chats and ${provider.ordered.size} orders seen by ` +
      `the provider, ${acknowledged.size} acknowledged, ${estimated} charged by estimate, ${recovered} ended after ` +
      `the last kill, 0 unbilled, 0 double, ${chats.neverReached} charged that never arrived; ${painted.paid} ` +
      `drawings paid, ${painted.refunded} given back, ${painted.lost} of them because the answer was never written\n`,
  );
};

describeDatabases(
  'a killed product',
  ({ create }) => {
    beforeAll(setUp(create));
    afterAll(tearDown);
    test(
      'has charged each call that a provider saw once, as reported to its caller',
      chargesEachCallOnce,
      7_200_000,
    );
  },
  ['sqlite'],
);

type LedgerState = Awaited<ReturnType<typeof readLedgerState>>;

async function readLedgerState(ctx: Context) {
  const entries = await ctx.db
    .selectFrom('entry')
    .select(['ref', 'amount'])
    .where('kind', '=', 'usage')
    .execute();
  return {
    entries,
    rows: await ctx.logDb.selectFrom('logs').selectAll().where('type', '=', 2).execute(),
    drawings: await ctx.db.selectFrom('midjourneys').select(['status', 'mj_id']).execute(),
    refunded: await bookedCalls(ctx, 'refund'),
    failures: (await audit(ctx.db, ctx.logDb, { graceSeconds: 0 })).failures,
    unequal: await wrongSums(ctx.logDb),
  };
}

/** Each chat that the provider saw is charged once. */
function expectChats(rows: LedgerState['rows']): { neverReached: number } {
  const billed = Map.groupBy(rows, numberOf);
  const seen = [...provider.seen.keys()];
  expect(seen.length).toBeGreaterThan(rounds);
  expect({ unbilled: seen.filter((number) => !billed.has(number)) }).toEqual({ unbilled: [] });
  const double = [...billed].filter(([, { length }]) => length > 1).map(([number]) => number);
  expect({ double }).toEqual({ double: [] });
  expect([...provider.seen.values()].filter((times) => times > 1)).toEqual([]);
  const neverReached = [...billed.keys()].filter((number) => !provider.seen.has(number)).length;
  expect(neverReached).toBeLessThanOrEqual(2 + seen.length / 200);
  return { neverReached };
}

/**
 * A drawing available to its caller is paid once; a failed one, or one without a known id, is refunded once.
 */
function expectDrawings(
  orders: LedgerState['rows'],
  drawings: LedgerState['drawings'],
  refunded: readonly string[],
) {
  expect(provider.ordered.size).toBeGreaterThan(0);
  expect([...provider.ordered.values()].filter((times) => times > 1)).toEqual([]);
  const named = drawings.filter(({ mj_id }) => mj_id !== '');
  const namedIds = new Set(named.map(({ mj_id }) => mj_id));
  expect(namedIds.size).toBe(named.length);
  const stateOf = (id: string) => (Number(id.slice('drawing-'.length)) % 2 === 0 ? 'SUCCESS' : 'FAILURE');
  expect(drawings.filter(({ mj_id, status }) => status !== (mj_id ? stateOf(mj_id) : 'FAILURE'))).toEqual([]);

  const charged = new Set(orders.map(({ request_id }) => request_id));
  expect(new Set(refunded).size).toBe(refunded.length);
  expect(refunded.filter((id) => !charged.has(id))).toEqual([]);
  const paid = drawings.filter(({ status }) => status === 'SUCCESS').length;
  expect({ paid: orders.length - refunded.length }).toEqual({ paid });
  const lost = [...provider.ordered.keys()].filter((number) => !namedIds.has(`drawing-${number}`)).length;
  return { paid, refunded: refunded.length, lost };
}

async function start() {
  const gateway = await startProduct(dataDir, { WORKERS: workers, ...place });
  children.add(gateway.child);
  gateway.child.once('exit', () => children.delete(gateway.child));
  return workers === '1' ? gateway : { ...gateway, kill: () => killWithWorkers(gateway.child) };
}

/** Workers end when their parent is killed. The next start begins when they have. */
async function killWithWorkers(child: ChildProcess): Promise<void> {
  for (let singles = Math.random() < 0.5 ? 2 : 0; singles > 0; singles -= 1) {
    const pids = workersOf(child);
    const one = pids[Math.floor(Math.random() * pids.length)];
    if (one !== undefined) process.kill(one, 'SIGKILL');
    await sleep(Math.random() * 3000);
  }
  const pids = workersOf(child);
  child.kill('SIGKILL');
  await untilGone(pids);
}

/**
 * Prepares the gateway with a second channel for drawings and money for all, then stops it. Returns a key.
 */
async function prepare(): Promise<string> {
  const { child, url } = await start();
  const key = await setUpProduct(url, provider.url);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  await withGateway({ DATA_DIR: dataDir, ...place }, 0, async (ctx) => {
    await makeChannel(ctx, { type: 2, base_url: provider.url, models: 'mj_imagine' });
    const account = { ownerType: 'user', ownerId: 1 } as const;
    await post(ctx.db, { ref: 'adjust:kill', kind: 'adjust', account, amount: 1e12 });
  });
  return key;
}

/**
 * One of three calls is plain, one streamed and one an order of a drawing. Counts only complete responses.
 */
async function call(url: string, key: string, number: number): Promise<Acknowledged | undefined> {
  const draws = number % 3 === 0;
  const stream = number % 3 === 1;
  try {
    const response = await fetch(url + (draws ? '/mj/submit/imagine' : '/v1/chat/completions'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: draws ? JSON.stringify({ prompt: `call ${number} a fox` }) : markedBody(number, stream),
    });
    const text = await response.text();
    const id = response.headers.get('x-oneapi-request-id') ?? '';
    if (response.status !== 200 || (stream && !text.endsWith('data: [DONE]\n\n'))) return undefined;
    if (draws) return { id, cost: DRAWING_COST };
    const usage = /"usage":(\{[^}]*\})/.exec(text)?.[1] ?? '{}';
    return { id, cost: costOf(JSON.parse(usage)) };
  } catch {
    return undefined;
  }
}

/** Starts the gateway to recover the money. Returns how many calls it had to end. */
async function recover(): Promise<number> {
  const connection = await connect(readConfig({ DATA_DIR: dataDir, ...place }));
  const onError = (error: unknown) => {
    throw error;
  };
  const { ledger, recovered } = await openLedger({ connection, dataDir, onError });
  await ledger.close();
  await connection.close();
  return recovered;
}

async function auditByCommand(): Promise<string> {
  const { child, output } = runProduct(dataDir, 'audit', place);
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
  return output();
}
