import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { connect } from '../../db/connect.ts';
import { audit, openLedger } from '../../ledger/index.ts';
import { post } from '../../ledger/post.ts';
import { withGateway } from '../../testing/kill/after-life.ts';
import { type MarkedProvider, markedBody, startMarkedProvider } from '../../testing/kill/marked-calls.ts';
import { setUpProduct, startProduct } from '../../testing/kill/product.ts';

/** Milliseconds from the hang-up to the kill: before it is noticed, during the settlements, after them. */
const DELAYS_MS = process.env.KILL === '1' ? [0, 20, 100, 1000, 3000, 8000] : [100];
const CALLERS = 12;
const children = new Set<ChildProcess>();
let dataDir: string;
let provider: MarkedProvider;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tollgate-hang-up-'));
  provider = await startMarkedProvider();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await provider.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start() {
  const gateway = await startProduct(dataDir);
  children.add(gateway.child);
  return gateway;
}

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
  children.delete(child);
}

/** Begins a stream. Returns its request id and how to leave it. */
async function begin(url: string, key: string, number: number) {
  const controller = new AbortController();
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    signal: controller.signal,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: markedBody(number, true, true),
  });
  const reader = response.body?.getReader();
  await reader?.read();
  return { id: response.headers.get('x-oneapi-request-id') ?? '', leave: () => controller.abort() };
}

// @spec P2 P3
test('a stream whose caller left is charged once when the gateway is killed around the hang-up', async () => {
  const first = await start();
  const key = await setUpProduct(first.url, provider.url);
  await end(first.child, 'SIGTERM');
  await withGateway(dataDir, 0, async (ctx) => {
    const account = { ownerType: 'user', ownerId: 1 } as const;
    await post(ctx.db, { ref: 'adjust:kill', kind: 'adjust', account, amount: 1e12 });
  });

  const ids: string[] = [];
  for (const [round, delayMs] of DELAYS_MS.entries()) {
    const { child, url } = await start();
    const numbers = Array.from({ length: CALLERS }, (_, n) => round * CALLERS + n + 1);
    const streams = await Promise.all(numbers.map((number) => begin(url, key, number)));
    ids.push(...streams.map(({ id }) => id));
    for (const { leave } of streams) leave();
    await sleep(delayMs);
    await end(child, 'SIGKILL');
  }

  const connection = await connect(readConfig({ DATA_DIR: dataDir }));
  const onError = (error: unknown) => {
    throw error;
  };
  const { ledger, recovered } = await openLedger({ connection, dataDir, onError });
  await ledger.close();
  await connection.close();
  await withGateway(dataDir, 0, async (ctx) => {
    const entries = await ctx.db
      .selectFrom('entry')
      .select(['ref', 'amount'])
      .where('kind', '=', 'usage')
      .execute();
    const rows = await ctx.logDb.selectFrom('logs').selectAll().where('type', '=', 2).execute();
    expect(entries.map(({ ref }) => ref).sort()).toEqual([...ids].sort());
    expect(entries.filter(({ amount }) => amount >= 0)).toEqual([]);
    expect(rows.map(({ request_id }) => request_id).sort()).toEqual([...ids].sort());
    const cancelled = rows.filter(({ other }) => other.includes('"cancelled":true')).length;
    expect((await audit(ctx.db, ctx.logDb, { graceSeconds: 0 })).failures).toEqual([]);
    process.stdout.write(
      `${ids.length} hang-ups, ${cancelled} cancelled before a kill, ${recovered} recovered after the last\n`,
    );
  });
}, 600_000);
