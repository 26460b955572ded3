import { type ChildProcess, fork } from 'node:child_process';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { describeDatabases, type OpenDatabase } from '../testing/databases.ts';
import { type Acknowledged, killRounds, type LivingGateway, wantedRounds } from '../testing/kill/rounds.ts';
import { type CountingUpstream, startCountingUpstream } from '../testing/kill/upstream.ts';
import { fillAccounts, openTestLedger } from '../testing/ledger.ts';
import { audit } from './index.ts';

const users = 20;
const script = fileURLToPath(new URL('../testing/kill/gateway.ts', import.meta.url));

describeDatabases('kill -9', (database) => {
  const rounds = wantedRounds('KILL_ROUNDS', database.kind === 'sqlite' ? 40 : 5);
  const children = new Set<ChildProcess>();
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
  });

  test('whenever a gateway is killed, every call that an upstream saw is charged once, as its caller was told', async () => {
    const opened = await database.open();
    await fillAccounts(opened.db, users, 1e12);
    const upstream = await startCountingUpstream();
    const agent = new Agent({ keepAlive: true, maxSockets: 24 });
    const start = () => startGateway(opened, upstream, children);

    const acknowledged = await killRounds({ rounds, inFlight: 24, start, call: (url) => call(url, agent) });

    const { ledger } = await openTestLedger(opened);
    await ledger.close();
    const again = await openTestLedger(opened);
    await again.ledger.close();
    agent.destroy();
    await upstream.close();

    const charges = await readCharges(opened);
    const served = [...upstream.seen].filter(([, { refused }]) => !refused).map(([id]) => id);
    expect(served.length).toBeGreaterThan(rounds);
    expect({ unbilled: served.filter((id) => !charges.has(id)) }).toEqual({ unbilled: [] });
    const wrong = [...acknowledged].filter(([id, cost]) => charges.get(id) !== cost);
    expect({ otherThanAcknowledged: wrong }).toEqual({ otherThanAcknowledged: [] });
    const neverReached = [...charges.keys()].filter((id) => !upstream.seen.has(id));
    expect(neverReached.length).toBeLessThanOrEqual(2 + served.length / 200);
    expect(await countLogRows(opened, [...acknowledged.keys()])).toBe(acknowledged.size);
    expect(again.recovered).toBe(0);
    expect((await audit(opened.db, opened.logDb, { graceSeconds: 0 })).failures).toEqual([]);
    process.stdout.write(
      `${database.name}: ${rounds} kills, ${upstream.seen.size} calls seen, ${acknowledged.size} acknowledged, ` +
        `0 unbilled, ${neverReached.length} charged that never arrived\n`,
    );
    await opened.dispose();
  }, 3_600_000);
});

async function startGateway(
  { options }: OpenDatabase,
  { url }: CountingUpstream,
  children: Set<ChildProcess>,
): Promise<LivingGateway> {
  const child = fork(script, [JSON.stringify({ database: options, upstream: url, users })], { execArgv: [] });
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
