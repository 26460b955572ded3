import { type ChildProcess, fork } from 'node:child_process';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { describeDatabases, isInFull, type OpenDatabase } from '../testing/databases.ts';
import { type Acknowledged, killRounds, type LivingGateway, roundCount } from '../testing/kill/rounds.ts';
import { type CountingUpstream, startCountingUpstream } from '../testing/kill/upstream.ts';
import { fillAccounts, openTestLedger } from '../testing/ledger.ts';
import { audit } from './index.ts';

const users = 20;
const script = fileURLToPath(new URL('../testing/kill/gateway.ts', import.meta.url));

describeDatabases('kill -9', (database) => {
  const rounds = roundCount('KILL_ROUNDS', isInFull && database.kind === 'sqlite' ? 8 : 4);
  const children = new Set<ChildProcess>();
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
  });

  test('a killed gateway charges each call that an upstream received once, as its caller was informed', async () => {
    const opened = await database.open();
    await fillAccounts(opened.db, users, 1e12);
    const upstream = await startCountingUpstream();
    const agent = new Agent({ keepAlive: true, maxSockets: 24 });
    const folders = foldersOf(opened);
    const starts = folders.map((dataDir) => () => startGateway(opened, dataDir, upstream, children));

    const acknowledged = await killRounds({ rounds, inFlight: 24, starts, call: (url) => call(url, agent) });

    for (const dataDir of folders) await recover(opened, dataDir);
    let recovered = 0;
    for (const dataDir of folders) recovered += await recover(opened, dataDir);
    agent.destroy();
    await upstream.close();

    const charges = await readCharges(opened);
    const served = [...upstream.seen].filter(([, { refused }]) => !refused).map(([id]) => id);
    expect(served.length).toBeGreaterThan(rounds / 2);
    expect({ unbilled: served.filter((id) => !charges.has(id)) }).toEqual({ unbilled: [] });
    const wrong = [...acknowledged].filter(([id, cost]) => charges.get(id) !== cost);
    expect({ otherThanAcknowledged: wrong }).toEqual({ otherThanAcknowledged: [] });
    const neverReached = [...charges.keys()].filter((id) => !upstream.seen.has(id));
    expect(neverReached.length).toBeLessThanOrEqual(2 + served.length / 200);
    expect(await countLogRows(opened, [...acknowledged.keys()])).toBe(acknowledged.size);
    expect(recovered).toBe(0);
    expect((await audit(opened.db, opened.logDb, { graceSeconds: 0 })).failures).toEqual([]);
    process.stdout.write(
      `${database.name}: ${rounds} kills (gateways at once: ${folders.length}), ${upstream.seen.size} calls seen, ${acknowledged.size} acknowledged, ` +
        `0 unbilled, ${neverReached.length} charged that never arrived\n`,
    );
    await opened.dispose();
  }, 3_600_000);
});

/** Creates a folder for each gateway: two when they share a database. */
function foldersOf({ address, options: { dataDir } }: OpenDatabase): string[] {
  return address.kind === 'sqlite' ? [dataDir] : [dataDir, join(dataDir, 'second')];
}

/** Recovers the calls of the earlier run, as a start does. Returns how many it ended. */
async function recover(opened: OpenDatabase, dataDir: string): Promise<number> {
  const { ledger, recovered } = await openTestLedger(opened, dataDir);
  await ledger.close();
  return recovered;
}

async function startGateway(
  { options }: OpenDatabase,
  dataDir: string,
  { url }: CountingUpstream,
  children: Set<ChildProcess>,
): Promise<LivingGateway> {
  const child = fork(script, [JSON.stringify({ database: { ...options, dataDir }, upstream: url, users })], {
    execArgv: [],
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  const { port } = await new Promise<{ port: number }>((resolve, reject) => {
    child.once('message', (message) => resolve(message as { port: number }));
    child.once('exit', (code) => reject(new Error(`the gateway ended at once with ${code}`)));
  });
  return { child, url: `http://127.0.0.1:${port}` };
}

function call(url: string, agent: Agent): Promise<Acknowledged | undefined> {
  return new Promise((resolve) => {
    const failed = () => resolve(undefined);
    const outgoing = request(url, { method: 'POST', agent }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('error', failed);
      response.on('close', failed);
      response.on('end', () => {
        const reply = text.slice(text.lastIndexOf('\n') + 1);
        resolve(response.complete && reply ? (JSON.parse(reply) as Acknowledged) : undefined);
      });
    });
    outgoing.on('error', failed);
    outgoing.end('{}');
  });
}

async function readCharges({ db }: OpenDatabase): Promise<Map<string, number>> {
  const entries = await db
    .selectFrom('entry')
    .select(['ref', 'amount'])
    .where('kind', '=', 'usage')
    .execute();
  expect(new Set(entries.map(({ ref }) => ref)).size).toBe(entries.length);
  return new Map(entries.map(({ ref, amount }) => [ref, Math.abs(amount)]));
}

async function countLogRows({ logDb }: OpenDatabase, ids: readonly string[]): Promise<number> {
  let count = 0;
  for (let from = 0; from < ids.length; from += 500) {
    const page = ids.slice(from, from + 500);
    const rows = await logDb
      .selectFrom('logs')
      .select('request_id')
      .where('request_id', 'in', page)
      .execute();
    count += rows.length;
  }
  return count;
}
