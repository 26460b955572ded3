import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect } from '../db/connect.ts';
import { post } from '../ledger/post.ts';
import { describeDatabases, type FreshDatabase } from '../testing/databases.ts';
import { type MarkedProvider, markedBody, startMarkedProvider } from '../testing/kill/marked-calls.ts';
import {
  runProduct,
  setUpProduct,
  signIn,
  startProduct,
  untilGone,
  workersOf,
} from '../testing/kill/product.ts';

/** The whole product with two workers. Every request has a connection of its own, so they reach both in turns. */
let provider: MarkedProvider;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  provider = await startMarkedProvider();
});
afterEach(killAll);
afterAll(() => provider.close());

async function killAll(): Promise<void> {
  for (const child of children) {
    const pids = workersOf(child);
    child.kill('SIGKILL');
    await untilGone(pids);
  }
  children.clear();
}

describeDatabases(
  'two workers',
  ({ kind, create }) => {
    let dataDir: string;
    let database: FreshDatabase | undefined;
    let settings: Record<string, string>;

    beforeEach(async () => {
      dataDir = mkdtempSync(join(tmpdir(), 'tollgate-workers-'));
      database = kind === 'sqlite' ? undefined : await create();
      const { databaseUrl } = database?.options ?? {};
      settings = { WORKERS: '2', ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
    });
    afterEach(async () => {
      await killAll();
      await database?.dispose();
      rmSync(dataDir, { recursive: true, force: true });
    });

    async function start(more: Record<string, string> = {}) {
      const gateway = await startProduct(dataDir, { ...settings, ...more });
      children.add(gateway.child);
      return gateway;
    }

    async function auditBooks(): Promise<string> {
      const { child, output } = runProduct(dataDir, 'audit', settings);
      const code = await new Promise((resolve) => child.once('exit', resolve));
      return `${code} ${output()}`;
    }

    async function give(units: number): Promise<void> {
      const connection = await connect({ dataDir, databaseUrl: database?.options.databaseUrl });
      const account = { ownerType: 'user', ownerId: 1 } as const;
      await post(connection.db, { ref: `adjust:${units}`, kind: 'adjust', account, amount: units });
      await connection.close();
    }

    test('calls, changes and limits are the same at both, and a killed one is replaced without a pause', async () => {
      const { child, url } = await start({ GLOBAL_API_RATE_LIMIT: '60' });
      const key = await setUpProduct(url, provider.url);
      await give(1e9);

      // The answer of the provider, byte by byte, whichever worker relays it.
      const call = (number: number, stream: boolean) =>
        send(url, '/v1/chat/completions', { key, body: markedBody(number, stream) });
      const direct = await send(provider.url, '/v1/chat/completions', { key: '', body: markedBody(1, true) });
      const relayed = await Promise.all(Array.from({ length: 8 }, () => call(1, true)));
      expect(relayed.map(({ status }) => status)).toEqual(Array(8).fill(200));
      for (const { text } of relayed) expect(text).toBe(direct.text);

      // What one of them changes is soon known to both.
      const statusesOfBoth = async () =>
        (await Promise.all([call(3, false), call(3, false)])).map(({ status }) => status);
      const session = await signIn(url);
      for (const [status, answers] of [
        [2, [401, 401]],
        [1, [200, 200]],
      ] as const) {
        await changeToken(url, session, status);
        await expect.poll(statusesOfBoth, { timeout: 2000, interval: 5 }).toEqual(answers);
      }

      // From whichever worker, a collector gets the metrics of both.
      const metrics = await (await fetch(`${url}/metrics`)).text();
      for (const worker of [1, 2]) expect(metrics).toContain(`tollgate_calls_running{worker="${worker}"} 0`);
      expect(metrics.match(/^# TYPE tollgate_calls_running /gm)).toHaveLength(1);

      // A limit is one for both.
      const statuses = await Promise.all(Array.from({ length: 100 }, () => send(url, '/api/status', {})));
      const passed = statuses.filter(({ status }) => status === 200).length;
      expect(passed).toBeLessThanOrEqual(60);
      expect(passed).toBeGreaterThan(40);

      // One is killed: the other takes every new call, and a third comes.
      const before = workersOf(child);
      process.kill(before[0] as number, 'SIGKILL');
      await untilGone(before.slice(0, 1));
      await sleep(50); // until its parent knows
      const after = await Promise.all(Array.from({ length: 10 }, () => call(2, false)));
      expect(after.map(({ status }) => status)).toEqual(Array(10).fill(200));
      await expect.poll(() => workersOf(child).length, { timeout: 10_000 }).toBe(2);
      expect(workersOf(child)).toContain(before[1]);

      child.kill('SIGTERM');
      expect(await exitOf(child)).toBe(0);
      expect(await auditBooks()).toMatch(/^0 .*0 broken/s);
    }, 600_000);

    test('a request that a worker was killed before taking is answered by another one', async () => {
      const { child, url } = await start();
      const [stuck] = workersOf(child) as [number];
      process.kill(stuck, 'SIGSTOP');
      const answers = Array.from({ length: 8 }, () => send(url, '/api/status', {}));
      await sleep(500);
      process.kill(stuck, 'SIGKILL');
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(8).fill(200));
    }, 240_000);

    test('money that calls at both workers compete for is never spent twice', async () => {
      const first = await start();
      const key = await setUpProduct(first.url, provider.url);
      const connection = await connect({ dataDir, databaseUrl: database?.options.databaseUrl });
      const { db } = connection;
      const readBalance = async () => {
        const rows = await db
          .selectFrom('account')
          .select(['balance', 'held'])
          .where('owner_type', '=', 'user')
          .execute();
        return rows.map(({ balance, held }) => ({ balance: Number(balance), held: Number(held) }));
      };
      const [start_] = await readBalance();
      const account = { ownerType: 'user', ownerId: 1 } as const;
      const enough = 5000; // for about a dozen of the calls
      await post(db, { ref: 'adjust:few', kind: 'adjust', account, amount: enough - (start_?.balance ?? 0) });
      await sleep(1000);

      const answers = await Promise.all(
        Array.from({ length: 120 }, (_, number) =>
          send(first.url, '/v1/chat/completions', { key, body: markedBody(1000 + number, number % 2 === 0) }),
        ),
      );
      const served = answers.filter(({ status }) => status === 200).length;
      expect(served).toBeGreaterThan(0);
      expect(answers.filter(({ status }) => status !== 200 && status !== 403)).toEqual([]);
      await expect.poll(async () => (await readBalance())[0]?.held, { timeout: 20_000 }).toBe(0);
      const [left] = await readBalance();
      expect(left?.balance).toBeGreaterThanOrEqual(0);
      expect(left?.balance).toBeLessThan(enough);
      await connection.close();
      first.child.kill('SIGTERM');
      expect(await exitOf(first.child)).toBe(0);
      expect(await auditBooks()).toMatch(/^0 .*0 broken/s);
    }, 600_000);

    test('workers end with their parent, and the next start ends what they left', async () => {
      const { child, url } = await start();
      const key = await setUpProduct(url, provider.url);
      await give(1e9);
      const calls = Array.from({ length: 20 }, (_, number) =>
        send(url, '/v1/chat/completions', { key, body: markedBody(number, true, true) }).catch(
          () => undefined,
        ),
      );
      await expect.poll(() => [...provider.seen.keys()].length, { timeout: 20_000 }).toBeGreaterThan(0);
      await sleep(1000);
      const pids = workersOf(child);
      child.kill('SIGKILL');
      await Promise.all([untilGone(pids), ...calls]);
      const again = await start();
      again.child.kill('SIGTERM');
      expect(await exitOf(again.child)).toBe(0);
      const books = await auditBooks();
      expect(books).toMatch(/^0 .*0 broken/s);
    }, 600_000);
  },
  ['sqlite'],
);

test('a drain lets calls at both workers finish, and both say that they are not ready', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-drain-'));
  const { child, url } = await startProduct(dataDir, { WORKERS: '2', DRAIN_LISTEN_SECONDS: '8' });
  children.add(child);
  const key = await setUpProduct(url, provider.url);
  const body = markedBody(500, true, true);
  const streams = Array.from({ length: 4 }, () => send(url, '/v1/chat/completions', { key, body }));
  await expect.poll(() => provider.seen.get(500) ?? 0, { timeout: 20_000 }).toBe(4);
  child.kill('SIGTERM');
  await expect
    .poll(
      async () =>
        (await Promise.all([send(url, '/readyz', {}), send(url, '/readyz', {})])).map(({ status }) => status),
      { timeout: 3000 },
    )
    .toEqual([503, 503]);
  for (const { status, text } of await Promise.all(streams)) {
    expect(status).toBe(200);
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
  }
  expect(await exitOf(child)).toBe(0);
  rmSync(dataDir, { recursive: true, force: true });
}, 600_000);

test('a product whose first worker cannot start ends with its sentence', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-boot-'));
  const wrong = { WORKERS: '2', DATABASE_URL: 'postgres://tollgate@127.0.0.1:1/tollgate' };
  const { child, output } = runProduct(dataDir, 'serve', wrong);
  expect(await exitOf(child)).toBe(1);
  expect(output()).toContain('The database cannot be reached or takes no work (ECONNREFUSED).');
  expect(output().match(/cannot be reached/g)).toHaveLength(1);
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

/** @param status 1 when the token may be used, 2 when not */
async function changeToken(url: string, session: Record<string, string>, status: number): Promise<void> {
  const headers = { 'content-type': 'application/json', origin: url, ...session };
  const body = JSON.stringify({ id: 1, status });
  const answer = await fetch(`${url}/api/token/?status_only=true`, { method: 'PUT', headers, body });
  expect(await answer.json()).toMatchObject({ success: true });
}

function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once('exit', resolve));
}

interface Sent {
  readonly status: number;
  readonly text: string;
}

/** Sends a request on a new connection: workers get new connections in turns. */
function send(url: string, path: string, { key, body }: { key?: string; body?: string }): Promise<Sent> {
  const { promise, resolve, reject } = Promise.withResolvers<Sent>();
  const headers = {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(key && { authorization: `Bearer ${key}` }),
  };
  const method = body === undefined ? 'GET' : 'POST';
  const outgoing = request(url + path, { method, headers, agent: new Agent({ keepAlive: false }) });
  outgoing.on('error', reject).on('response', (response: IncomingMessage) => {
    let text = '';
    response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    response.on('error', reject).on('end', () => resolve({ status: response.statusCode ?? 0, text }));
  });
  outgoing.end(body);
  return promise;
}
