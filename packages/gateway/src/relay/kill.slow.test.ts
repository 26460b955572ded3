import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { connect } from '../db/connect.ts';
import { audit, openLedger } from '../ledger/index.ts';
import {
  costOf,
  type MarkedProvider,
  markedBody,
  numberOf,
  startMarkedProvider,
} from '../testing/kill/marked-calls.ts';
import { runProduct, setUpProduct, startProduct } from '../testing/kill/product.ts';
import { type Acknowledged, killRounds } from '../testing/kill/rounds.ts';
import { wrongSums } from '../testing/logs.ts';

/**
 * The whole product, killed in the middle of its work. The ledger's own suite kills a bare ledger 40 times and on all
 * three databases; here the same promise is held at the door, with HTTP, retry, metering and the usage log around it.
 */
const rounds = Number(process.env.KILL_GATEWAY_ROUNDS ?? 8);
const children = new Set<ChildProcess>();
let dataDir: string;
let provider: MarkedProvider;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tollgate-kill-'));
  provider = await startMarkedProvider();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await provider.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test('P2 P3 however often the gateway is killed, each call that a provider saw is charged once, as its caller was told', async () => {
  const key = await prepare();
  let last = 0;
  const next = (url: string) => {
    last += 1;
    return call(url, key, last);
  };
  const acknowledged = await killRounds({ rounds, inFlight: 24, livesMs: [150, 600], start, call: next });

  const connection = await connect(readConfig({ DATA_DIR: dataDir }));
  const { db, logDb } = connection;
  const recovered = await recover(connection);
  expect(await recover(connection)).toBe(0);
  const entries = await db
    .selectFrom('entry')
    .select(['ref', 'amount'])
    .where('kind', '=', 'usage')
    .execute();
  const rows = await logDb.selectFrom('logs').selectAll().where('type', '=', 2).execute();
  const report = await audit(db, logDb, { graceSeconds: 0 });
  const unequal = await wrongSums(logDb);
  await connection.close();

  const charges = new Map(entries.map(({ ref, amount }) => [ref, Math.abs(amount)]));
  const billed = Map.groupBy(rows, numberOf);
  expect(charges.size).toBe(entries.length);
  expect(rows.filter(({ request_id, quota }) => charges.get(request_id) !== quota)).toEqual([]);
  expect(rows.length).toBe(entries.length);

  const seen = [...provider.seen.keys()];
  expect(seen.length).toBeGreaterThan(rounds * 24);
  expect({ unbilled: seen.filter((number) => !billed.has(number)) }).toEqual({ unbilled: [] });
  const double = [...billed].filter(([, { length }]) => length > 1).map(([number]) => number);
  expect({ double }).toEqual({ double: [] });
  expect([...provider.seen.values()].filter((times) => times > 1)).toEqual([]);
  const otherwise = [...acknowledged].filter(([id, cost]) => charges.get(id) !== cost);
  expect({ otherThanAcknowledged: otherwise }).toEqual({ otherThanAcknowledged: [] });
  const neverReached = [...billed.keys()].filter((number) => !provider.seen.has(number));
  expect(neverReached.length).toBeLessThanOrEqual(2 + seen.length / 200);
  expect(report.failures).toEqual([]);
  expect({ unequal }).toEqual({ unequal: [] });
  expect(await auditByCommand()).toContain('0 broken');
  const estimated = rows.filter(({ billing_basis }) => billing_basis === 'estimated').length;
  process.stdout.write(
    `${rounds} kills, ${last} calls sent, ${seen.length} seen by the provider, ${acknowledged.size} acknowledged, ` +
      `${estimated} charged by estimate, ${recovered} ended after the last kill, 0 unbilled, 0 double, ` +
      `${neverReached.length} charged that never arrived\n`,
  );
}, 600_000);

async function start() {
  const gateway = await startProduct(dataDir);
  children.add(gateway.child);
  gateway.child.once('exit', () => children.delete(gateway.child));
  return gateway;
}

/** Sets the gateway up and ends it. Answers a key. */
async function prepare(): Promise<string> {
  const { child, url } = await start();
  const key = await setUpProduct(url, provider.url);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  return key;
}

/** Every second call is streamed. Only an answer that came whole counts. */
async function call(url: string, key: string, number: number): Promise<Acknowledged | undefined> {
  const stream = number % 2 === 0;
  try {
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: markedBody(number, stream),
    });
    const text = await response.text();
    if (response.status !== 200 || (stream && !text.endsWith('data: [DONE]\n\n'))) return undefined;
    const usage = /"usage":(\{[^}]*\})/.exec(text)?.[1] ?? '{}';
    const id = response.headers.get('x-oneapi-request-id') ?? '';
    return { id, cost: costOf(JSON.parse(usage)) };
  } catch {
    return undefined;
  }
}

/** What a start of the gateway does with the money. Answers how many calls it had to end. */
async function recover(connection: Awaited<ReturnType<typeof connect>>): Promise<number> {
  const onError = (error: unknown) => {
    throw error;
  };
  const { ledger, recovered } = await openLedger({ connection, dataDir, onError });
  await ledger.close();
  return recovered;
}

async function auditByCommand(): Promise<string> {
  const { child, said } = runProduct(dataDir, 'audit');
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
  return said();
}
