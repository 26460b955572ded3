import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { options as optionTable } from '@tollgate/contract/options';
import { type Config, readConfig } from '../../config.ts';
import { BootError } from '../../core/boot-error.ts';
import { systemClock } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { type ForeignDatabase, openForeign } from '../../db/foreign-database.ts';
import { errorMessage } from '../../http/language.ts';
import { audit } from '../../ledger/index.ts';
import { createLog } from '../../log.ts';
import { recordAction } from '../../modules/audit/audit-log.ts';
import * as setups from '../../modules/identity/repository/setups.ts';
import * as users from '../../modules/identity/repository/users.ts';
import { version } from '../../modules/settings/version.ts';
import { change } from '../../modules/shared/change.ts';
import * as declarations from '../../modules/shared/repository/declarations.ts';
import { lockDataFolder } from '../data-folder.ts';
import { openGateway } from '../open-gateway.ts';
import { parseImportAddress } from './import-address.ts';
import { listLeftOut } from './left-out.ts';
import { assertOpenable } from './litellm-sealed.ts';
import { formatReport, type StepReport } from './report.ts';
import {
  findBegun,
  findFinished,
  type ImportRun,
  runSteps,
  type SourceKind,
  type Step,
  saveFinished,
} from './run-steps.ts';
import { channelStep, channelUsageStep } from './take-channels.ts';
import { litellmSteps } from './take-litellm.ts';
import { hourStep, logStep } from './take-logs.ts';
import { optionStep } from './take-options.ts';
import { tokenStep } from './take-tokens.ts';
import { userStep } from './take-users.ts';
import { codeStep, drawingStep, orderStep, taskStep } from './take-work.ts';

const newApiSteps = [
  ...[optionStep, userStep, tokenStep, channelStep, codeStep, orderStep, drawingStep, taskStep],
  ...[logStep, channelUsageStep, hourStep],
];
const stepsOf: Record<SourceKind, readonly Step[]> = {
  'new-api': newApiSteps,
  'one-api': newApiSteps,
  litellm: litellmSteps,
};
const ROOT_ROLE = 100;

/**
 * Takes over what another gateway has, into a gateway that is not set up. A dry run does the same in a folder of its
 * own, which is removed afterwards. An interrupted import goes on where it was, and a finished one changes nothing.
 */
export async function importCommand(config: Config, rest: string[]): Promise<void> {
  const order = readOrder(rest);
  if (!order.isDry) return runImport(config, order);
  const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-dry-run-'));
  try {
    const key = randomBytes(32).toString('base64');
    await runImport(
      readConfig({ DATA_DIR: dataDir, TOLLGATE_KEY: key, SSRF_ALLOW: config.ssrfAllow.join(',') }),
      order,
    );
    print('This was a dry run: nothing was taken over.');
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface Order {
  readonly kind: SourceKind;
  readonly from: string;
  /** Where the usage log is, when it has a database of its own. */
  readonly logs: string | undefined;
  readonly isDry: boolean;
  readonly dollars: number;
}

function readOrder(rest: string[]): Order {
  const { values, positionals } = parseArgs({
    args: rest,
    allowPositionals: true,
    strict: false,
    options: {
      logs: { type: 'string' },
      credit: { type: 'string' },
      'dry-run': { type: 'boolean' },
    },
  });
  const [kind = '', from] = positionals;
  const unknown = Object.keys(values).find((name) => !['logs', 'credit', 'dry-run'].includes(name));
  const dollars = Number(values.credit ?? 0);
  if (!from || !Object.hasOwn(stepsOf, kind) || unknown || !(dollars >= 0)) throw new BootError(USAGE);
  const logs = typeof values.logs === 'string' ? values.logs : undefined;
  return { kind: kind as SourceKind, from, logs, isDry: values['dry-run'] === true, dollars };
}

const USAGE = `Say from where: tollgate import new-api | one-api | litellm <database>
  <database>       a file, postgres://…, mysql://…, or env:NAME for an address in the environment
  --logs <…>       the database of the usage log, when it is another one
  --credit <usd>   LiteLLM: what users without a budget of their own begin with (default 0)
  --dry-run        try everything in a folder of its own and print the report`;

async function runImport(config: Config, order: Order): Promise<void> {
  const unlock = lockDataFolder(config.dataDir);
  try {
    await takeOver(config, order);
  } finally {
    unlock();
  }
}

async function takeOver(config: Config, order: Order): Promise<void> {
  const source = await open(order.from);
  await assertSource(source, order.kind);
  const logSource = order.logs ? await open(order.logs) : source;
  const { ctx, connection, close } = await openGateway(config, createLog('warn'), systemClock, {
    processes: false,
  });
  try {
    // Sums over a long log take their time.
    await Promise.all([connection.limitSilence(0), connection.limitLogSilence(0)]);
    const finishedAt = await assertUsable(ctx, order.kind);
    if (finishedAt === undefined && order.kind === 'litellm')
      await assertOpenable(source, process.env.LITELLM_SALT_KEY);
    if (finishedAt !== undefined) print(describeFinished(order.kind, finishedAt));
    const run = await describeRun(ctx, order, source, logSource);
    const reports = await explain(() =>
      runSteps(run, stepsOf[order.kind], (line) => process.stderr.write(`${line}\n`)),
    );
    if (finishedAt === undefined) await finish(ctx, order.kind, reports);
    const tables = stepsOf[order.kind].map(({ table }) => table);
    process.stdout.write(formatReport(reports, await listLeftOut(run, tables)));
    const { failures } = await audit(connection.db, connection.logDb, { graceSeconds: 0 });
    if (failures.length > 0)
      throw new BootError('The books do not add up. Run tollgate audit for the details.');
    print('The books add up.');
  } finally {
    await close();
    await source.close();
    if (logSource !== source) await logSource.close();
  }
}

/** A refusal of this gateway is a sentence for the operator, with what to do next. */
async function explain<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    const sentence = errorMessage(cause.code, cause.details, 'en');
    throw new BootError(`The import stopped: ${sentence} Change that, and run the same command again.`, {
      cause,
    });
  }
}

async function open(text: string): Promise<ForeignDatabase> {
  const address = parseImportAddress(text);
  try {
    return await openForeign(address);
  } catch (cause) {
    const { code = '', message = '' } = cause as { code?: string; message?: string };
    throw new BootError(`The database to import from cannot be opened (${code || message}).`, { cause });
  }
}

/** An empty database would count as one without rows, and a wrong one as taken over. */
async function assertSource(source: ForeignDatabase, kind: SourceKind): Promise<void> {
  const tables = stepsOf[kind].filter(({ isLog }) => !isLog).map(({ table }) => table);
  for (const table of tables) if (await source.hasTable(table)) return;
  await source.close();
  throw new BootError(
    `The database to import from has no table of ${kind} (${tables.join(', ')}). Name that of its gateway.`,
  );
}

/**
 * Rows keep their ids, so there must be none yet; LiteLLM's ids are texts, so its users join others. Returns when the
 * import was finished, if it was.
 */
async function assertUsable(ctx: Context, kind: SourceKind): Promise<number | undefined> {
  const begun = await findBegun(ctx.db);
  if (begun === kind) return findFinished(ctx.db, kind);
  if (begun) throw new BootError(`An import from ${begun} was begun here. Finish it first.`);
  if (kind !== 'litellm' && (await users.hasAny(ctx.db)))
    throw new BootError(
      'This gateway has users already. Import into one with an empty DATA_DIR or database.',
    );
  if (kind !== 'litellm' && (await declarations.list(ctx.db)).length > 0)
    throw new BootError(
      'A file was applied to this gateway, so its options and channels cannot be changed. Import into one with an empty DATA_DIR or database, and run tollgate apply afterwards.',
    );
  return undefined;
}

function describeFinished(kind: SourceKind, at: number): string {
  const time = new Date(at * 1000).toISOString().slice(0, 16).replace('T', ' ');
  return `The import from ${kind} was finished on ${time} UTC: 0 new rows. What changed there since is not taken over. Its report was:`;
}

async function describeRun(
  ctx: Context,
  { kind, dollars }: Order,
  source: ForeignDatabase,
  logSource: ForeignDatabase,
): Promise<ImportRun> {
  const hasOptions = kind !== 'litellm' && (await source.hasTable('options'));
  const rows = hasOptions ? await source.page('options', 'key', undefined, 10_000) : [];
  const options = new Map(rows.map(({ key, value }) => [String(key), String(value ?? '')]));
  const unit = optionTable.QuotaPerUnit.parse(
    options.get('QuotaPerUnit') || optionTable.QuotaPerUnit.default,
  );
  const saltKey = process.env.LITELLM_SALT_KEY;
  return { kind, ctx, source, logSource, options, saltKey, credit: Math.round(dollars * unit) };
}

/** The gateway is set up when there is a root, and everything that it has cached is read again. */
async function finish(ctx: Context, kind: SourceKind, reports: readonly (readonly [string, StepReport])[]) {
  await saveFinished(ctx.db, kind, Math.floor(ctx.now() / 1000));
  const isSetUp = await setups.isDone(ctx.db);
  if (isSetUp && kind !== 'litellm') return;
  await change(ctx, ['options', 'channels', 'users', 'tokens', 'limits'], async (tx) => {
    if (!(await users.hasRole(tx.db, ROOT_ROLE))) return;
    if (!(await setups.claim(tx.db, version, Math.floor(tx.now() / 1000)))) return;
    const after = Object.fromEntries(reports.map(([name, { taken }]) => [name, taken]));
    recordAction(tx, { action: 'import', target: kind, after });
  });
}

function print(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}
