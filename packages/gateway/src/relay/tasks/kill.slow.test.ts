import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../ledger/index.ts';
import { makeChannel, makeToken, makeUser } from '../../testing/factories.ts';
import { bookedCalls, endDrawings, withGateway } from '../../testing/kill/after-life.ts';
import { roundCount } from '../../testing/kill/rounds.ts';
import { type FakeUpstream, sendJson, startUpstream } from '../../testing/upstream.ts';

const rounds = roundCount('KILL_TASK_ROUNDS', 5);
/** Each run begins this much later than the one before, so that the earlier one's leases have expired. */
const LIFE_MS = 6 * 60_000;
const script = join(import.meta.dirname, '../../testing/kill/task-gateway.ts');
const children = new Set<ChildProcess>();
let dataDir: string;
let provider: FakeUpstream;
let ordered = 0;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tollgate-kill-tasks-'));
  provider = await startUpstream(({ path, json }, response) => {
    if (!path.endsWith('list-by-condition')) {
      ordered += 1;
      return sendJson(response, 200, { code: 1, description: 'ok', result: `drawing-${ordered}` });
    }
    const toItem = (id: string) => ({ id, status: Number(id.slice(8)) % 2 === 0 ? 'SUCCESS' : 'FAILURE' });
    sendJson(response, 200, (json.ids as string[]).map(toItem));
  });
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await provider.close();
  rmSync(dataDir, { recursive: true, force: true });
});

// @spec P2 P5
test('a drawing is charged once, or refunded once if it failed, when the gateway is killed', async () => {
  const key = await withGateway(dataDir, 0, async (ctx) => {
    const user = await makeUser(ctx, { username: 'painter', quota: 1e12 });
    await makeChannel(ctx, { type: 2, base_url: provider.url, models: 'mj_imagine' });
    return `sk-${(await makeToken(ctx, user)).key.replace(/^sk-/, '')}`;
  });
  const acknowledged = new Set<string>();
  for (let life = 1; life <= rounds; life += 1) await liveAndDie(life, key, acknowledged);

  await withGateway(dataDir, (rounds + 3) * LIFE_MS, async (ctx) => {
    await endDrawings(ctx);
    const [charged, refunded] = [await bookedCalls(ctx, 'usage'), await bookedCalls(ctx, 'refund')];
    const rows = await ctx.db.selectFrom('midjourneys').select(['status', 'mj_id']).execute();
    const succeeded = rows.filter(({ status }) => status === 'SUCCESS');
    const failed = rows.filter(({ status }) => status === 'FAILURE');

    expect(rows.length).toBe(succeeded.length + failed.length);
    expect(succeeded.length).toBeGreaterThan(0);
    expect(refunded.length).toBeGreaterThan(0);
    expect(new Set(refunded).size).toBe(refunded.length);
    expect(refunded.filter((ref) => !charged.includes(ref))).toEqual([]);
    expect({ paid: charged.length - refunded.length }).toEqual({ paid: succeeded.length });
    const listedIds = new Set(rows.map(({ mj_id }) => mj_id));
    expect([...acknowledged].filter((id) => !listedIds.has(id))).toEqual([]);
    expect((await audit(ctx.db, ctx.logDb, { graceSeconds: 0 })).failures).toEqual([]);
    process.stdout.write(
      `${rounds} kills, ${ordered} orders seen, ${acknowledged.size} acknowledged, ${succeeded.length} paid, ` +
        `${refunded.length} given back, ${failed.length - refunded.length} failed without a charge\n`,
    );
  });
}, 3_600_000);

/** Twelve callers at once, until the provider has seen some orders more; then the gateway is killed. */
async function liveAndDie(life: number, key: string, acknowledged: Set<string>): Promise<void> {
  const { child, url } = await startGateway(life * LIFE_MS);
  const enough = ordered + 5 + ((life * 7) % 17);
  let alive = true;
  const callers = Array.from({ length: 12 }, async () => {
    while (alive) {
      const id = await imagine(url, key);
      if (id) acknowledged.add(id);
    }
  });
  await expect.poll(() => ordered, { timeout: 120_000, interval: 5 }).toBeGreaterThanOrEqual(enough);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  alive = false;
  await ended;
  await Promise.all(callers);
}

async function startGateway(aheadMs: number) {
  const child = fork(script, [JSON.stringify({ dataDir, aheadMs })], { execArgv: [] });
  children.add(child);
  child.once('exit', () => children.delete(child));
  const { url } = await new Promise<{ url: string }>((resolve, reject) => {
    child.once('message', (message) => resolve(message as { url: string }));
    child.once('exit', (code) => reject(new Error(`the gateway ended at once with ${code}`)));
  });
  return { child, url };
}

/** Returns the id of the drawing when the order was acknowledged. */
async function imagine(url: string, key: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${url}/mj/submit/imagine`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'mj-api-secret': key },
      body: JSON.stringify({ prompt: 'a fox' }),
    });
    const { code, result } = (await response.json()) as { code: number; result: string };
    return code === 1 ? result : undefined;
  } catch {
    return undefined;
  }
}
