import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../ledger/index.ts';
import { post } from '../../ledger/post.ts';
import { withGateway } from '../../testing/kill/after-life.ts';
import { setUpProduct, startProduct } from '../../testing/kill/product.ts';
import { StoringProvider } from '../../testing/storing-provider.ts';
import { type FakeUpstream, startUpstream } from '../../testing/upstream.ts';

/** At $0.6 per million tokens of the answer, 3,000 of the balance. */
const BODY = { model: 'gpt-4o-mini', input: 'Hi', max_output_tokens: 10_000 };
const BALANCE = 4000;
/** 100 tokens of the prompt and 20 of the answer. */
const COST = 14;

let dataDir: string;
let upstream: FakeUpstream;
const provider = new StoringProvider();
const children = new Set<ChildProcess>();

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tollgate-background-'));
  upstream = await startUpstream(provider.script);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await upstream.close();
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

async function respond(url: string, key: string, body: object) {
  const response = await fetch(`${url}/v1/responses`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });
  return { status: response.status, json: (await response.json()) as { id: string } };
}

const account = { ownerType: 'user', ownerId: 1 } as const;
const findBalance = () =>
  withGateway(dataDir, 0, async (ctx) => {
    const { balance } = await ctx.db
      .selectFrom('account')
      .select('balance')
      .where('owner_type', '=', 'user')
      .where('owner_id', '=', 1)
      .executeTakeFirstOrThrow();
    return balance;
  });

// @spec P2 P3
test.each<NodeJS.Signals>(['SIGKILL', 'SIGTERM'])(
  'the money of a response in the background is not spent by other calls after a %s',
  async (signal) => {
    rmSync(dataDir, { recursive: true, force: true });
    const first = await start();
    const key = await setUpProduct(first.url, upstream.url);
    await end(first.child, 'SIGTERM');
    const amount = BALANCE - (await findBalance());
    await withGateway(dataDir, 0, (ctx) =>
      post(ctx.db, { ref: 'adjust:test', kind: 'adjust', account, amount }),
    );

    const second = await start();
    const { json } = await respond(second.url, key, { ...BODY, background: true });
    await end(second.child, signal);

    const third = await start();
    expect(await respond(third.url, key, BODY)).toMatchObject({ status: 403 });
    provider.finish(json.id);
    const retrieved = await fetch(`${third.url}/v1/responses/${json.id}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(await retrieved.json()).toMatchObject({ status: 'completed' });
    await end(third.child, 'SIGTERM');
    expect(await findBalance()).toBe(BALANCE - COST);
    await withGateway(dataDir, 0, async (ctx) => {
      expect((await audit(ctx.db, ctx.logDb, { graceSeconds: 0 })).failures).toEqual([]);
    });
  },
  240_000,
);
