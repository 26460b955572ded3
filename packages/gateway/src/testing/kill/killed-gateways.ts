import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LimitRuleDraft } from '@tollgate/contract';
import { type ConnectOptions, connect } from '../../db/connect.ts';
import { audit } from '../../ledger/index.ts';
import type { TestDatabase } from '../databases.ts';
import { sharedKey } from '../more-gateways.ts';
import { completion, type FakeUpstream, startUpstream } from '../upstream.ts';
import { fillFirstAccount } from './ledger-state.ts';
import { costOf } from './marked-calls.ts';
import { callConsole, setUpProduct, signIn, startProduct, untilGone, workersOf } from './product.ts';
import type { LivingGateway } from './rounds.ts';
import { type WindowWatch, watchWindows } from './window-watch.ts';

const PROMPT_TOKENS = 100;
const ANSWER_TOKENS = 1000;
/** What a call costs whose answer is complete. It holds a little more. */
export const CALL_TOKENS = PROMPT_TOKENS + ANSWER_TOKENS;
export const CALL_COST = costOf({ prompt_tokens: PROMPT_TOKENS, completion_tokens: ANSWER_TOKENS });
/** Changes of rules are known to all gateways after a second. */
const KNOWN_EVERYWHERE_MS = 1500;

/** Several whole gateways on one database, of which a test kills one. On SQLite one with so many workers. */
export interface KilledGateways {
  readonly provider: FakeUpstream;
  /** Creates a rule for everybody. Returns its id. */
  limit(draft: Pick<LimitRuleDraft, 'resource' | 'amount'> & Partial<LimitRuleDraft>): Promise<number>;
  /** Changes amounts of rules. Resolves when every gateway knows. */
  changeAmounts(...rules: [id: number, amount: number][]): Promise<void>;
  /** Sends a call to one of the gateways in turn. Returns its status; 0: it was cut off. */
  send(number: number): Promise<number>;
  /** Kills the last gateway or a worker at a random moment of the next 200 milliseconds. */
  killOne(): Promise<void>;
  /** Starts what was killed again. */
  startAgain(): Promise<void>;
  watch(): Promise<WindowWatch>;
  stop(): Promise<void>;
  /** What the books of the stopped gateways say about a rule for everything. */
  readBooks(rule: number): Promise<{ failures: readonly unknown[]; charged: number; spent: number }>;
  dispose(): Promise<void>;
}

/** @param settings of every process, as its environment */
export async function startKilledGateways(
  { kind, create }: TestDatabase,
  count: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<KilledGateways> {
  const { options, dispose } = await create();
  const { databaseUrl } = options;
  const provider = await startUpstream(slowAnswer);
  const workers = kind === 'sqlite' ? count : 1;
  const database = databaseUrl && { DATABASE_URL: databaseUrl };
  const environment = { ...sharedKey, WORKERS: String(workers), ...database, ...settings };
  const folders = Array.from({ length: count / workers }, (_, number) => join(options.dataDir, `${number}`));
  for (const folder of folders) mkdirSync(folder);
  const place: ConnectOptions = { ...options, dataDir: folders[0] as string };

  const first = await startProduct(place.dataDir, environment);
  const key = await setUpProduct(first.url, provider.url);
  await end(first.child, 'SIGTERM');
  await fillFirstAccount(place);
  const running: LivingGateway[] = [];
  for (const folder of folders) running.push(await startProduct(folder, environment));
  const stopAll = async (signal: 'SIGKILL' | 'SIGTERM') => {
    for (const { child } of running.splice(0)) await end(child, signal);
  };

  return {
    provider,
    ...(await openRules(() => (running[0] as LivingGateway).url)),
    send: (number) => send((running[number % running.length] as LivingGateway).url, key, number),
    async killOne() {
      await sleep(Math.random() * 200);
      const { child } = running.at(-1) as LivingGateway;
      const pids = workersOf(child);
      const worker = workers > 1 ? pids[Math.floor(Math.random() * pids.length)] : undefined;
      if (worker === undefined) return end(child, 'SIGKILL');
      process.kill(worker, 'SIGKILL');
      await untilGone([worker]);
    },
    async startAgain() {
      if (workers > 1) return; // The product starts its workers itself.
      running[running.length - 1] = await startProduct(folders.at(-1) as string, environment);
    },
    watch: () => watchWindows(place),
    stop: () => stopAll('SIGTERM'),
    readBooks: (rule) => readBooks(place, rule),
    async dispose() {
      await stopAll('SIGKILL');
      await provider.close();
      await dispose();
    },
  };
}

/** Limits as an administrator sets them. @param url of a gateway; another one after a kill */
async function openRules(url: () => string): Promise<Pick<KilledGateways, 'limit' | 'changeAmounts'>> {
  const session = await signIn(url());
  return {
    async limit(draft) {
      const rule = { scope: 'everybody', ...draft };
      const { data } = await callConsole(url(), 'POST /api/limit/', rule, session);
      return (data as { id: number }).id;
    },
    async changeAmounts(...rules) {
      for (const [id, amount] of rules) await callConsole(url(), 'PUT /api/limit/', { id, amount }, session);
      await sleep(KNOWN_EVERYWHERE_MS);
    },
  };
}

async function readBooks(place: ConnectOptions, rule: number) {
  const { db, logDb, close } = await connect(place);
  const { failures } = await audit(db, logDb, { graceSeconds: 0 });
  const entries = await db
    .selectFrom('entry')
    .innerJoin('account', 'account.id', 'entry.account')
    .select('entry.amount')
    .where('account.owner_type', '=', 'user')
    .where('entry.kind', '=', 'usage')
    .execute();
  const windows = await db.selectFrom('limit_window').select('spent').where('rule_id', '=', rule).execute();
  await close();
  return {
    failures,
    charged: entries.reduce((sum, { amount }) => sum + Math.abs(amount), 0),
    spent: windows.reduce((sum, { spent }) => sum + Number(spent), 0),
  };
}

/** Two of three calls are streamed, and one of ten says no length. */
async function send(url: string, key: string, number: number): Promise<number> {
  try {
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({
        model: 'gpt-4o-mini',
        messages: [{ role: 'user', content: 'x'.repeat(PROMPT_TOKENS) }],
        ...(number % 3 > 0 && { stream: true, stream_options: { include_usage: true } }),
        ...(number % 10 < 9 && { max_tokens: ANSWER_TOKENS }),
      }),
    });
    await response.text();
    return response.status;
  } catch {
    return 0;
  }
}

/** A provider that takes its time and keeps to the length of its answer. */
async function slowAnswer(...[call, response]: Parameters<FakeUpstream['script']>): Promise<void> {
  const { max_tokens: most = ANSWER_TOKENS } = call.json as { max_tokens?: number };
  const usage = { prompt_tokens: PROMPT_TOKENS, completion_tokens: Math.min(most, ANSWER_TOKENS) };
  response.on('error', () => {});
  await completion({ usage, delayMs: 20 + Math.random() * 300 })(call, response);
}

/** Workers end when their parent does. */
async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const pids = workersOf(child);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal);
    await ended;
  }
  await untilGone(pids);
}
