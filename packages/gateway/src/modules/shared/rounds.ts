import type { ErrorCode, ErrorDetails } from '@tollgate/contract';
import type { Context } from '../../core/context.ts';
import { randomText } from '../secrets/random.ts';
import { nowSeconds } from './caller.ts';
import * as table from './repository/rounds.ts';

/** Work on many rows that one gateway at a time does. */
export type RoundName =
  | 'channel-tests'
  | 'channel-recovery'
  | 'channel-balances'
  | 'area-guard'
  | 'limit-windows'
  | 'price-sync'
  | 'log-stream';

export interface RoundOptions {
  /** How many rows the round goes through, for the progress that the console shows. */
  readonly total?: number;
  /** The minimum number of seconds since the start of the last round. */
  readonly everySeconds?: number;
}

/** This process no longer holds the round: somebody stopped it, or it sent no heartbeat for `SILENT_MS`. */
export class RoundLostError extends Error {
  constructor(name: RoundName) {
    super(`The round ${name} was stopped, or another gateway took it over`);
    this.name = 'RoundLostError';
  }
}

/** A row that failed, with the error that the console shows. */
export interface RoundFailure {
  readonly id: number;
  readonly name: string;
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
}

export interface RoundProgress {
  readonly done: number;
  readonly failed: number;
  /** The failures so far, when there is a new one. */
  readonly failures?: readonly RoundFailure[];
}

/** A round that this process holds. */
export interface Round {
  /**
   * Call before every step with an effect.
   * @throws {RoundLostError}
   */
  assertHeld(): Promise<void>;
  /**
   * Records how many rows are done, and which of them failed.
   * @throws {RoundLostError}
   */
  advance(progress: RoundProgress): Promise<void>;
  /** Ends this round, unless another gateway took it over. Call on every path, also after an error. */
  end(): Promise<void>;
}

const HEARTBEAT_MS = 15_000;
/** Eight heartbeats. Tolerates clocks that differ between gateways and short outages of the database. */
const SILENT_MS = 120_000;

/**
 * Starts a round and sends its heartbeat until `end`. Returns undefined while a gateway runs one of this
 * name, or when the last one is too recent.
 */
export async function begin(
  ctx: Context,
  name: RoundName,
  { total = 0, everySeconds = 0 }: RoundOptions = {},
): Promise<Round | undefined> {
  const now = ctx.now();
  const holder = randomText(24);
  const startedBefore = Math.floor(now / 1000) - everySeconds;
  const claim = { holder, now, aliveSince: now - SILENT_MS, startedBefore, total };
  if (!(await table.claim(ctx.db, name, claim))) return undefined;

  const report = async ({ failures, ...progress }: Partial<RoundProgress> = {}) => {
    const listed = failures && { failures: JSON.stringify(failures) };
    if (!(await table.report(ctx.db, name, holder, { beat_at: ctx.now(), ...progress, ...listed })))
      throw new RoundLostError(name);
  };
  const heartbeat = setInterval(() => {
    report().catch((err: unknown) => {
      if (err instanceof RoundLostError) clearInterval(heartbeat);
      else ctx.log.warn({ err, round: name }, 'The heartbeat of a round was not stored');
    });
  }, HEARTBEAT_MS).unref();

  return {
    assertHeld: () => report(),
    advance: report,
    async end() {
      clearInterval(heartbeat);
      await table.report(ctx.db, name, holder, { ended_at: nowSeconds(ctx) });
    },
  };
}

/** Runs `work` in a round that has begun, and ends the round. Logs when the round was lost on the way. */
export async function finish(
  ctx: Context,
  round: Round,
  work: (round: Round) => Promise<unknown>,
): Promise<void> {
  try {
    await work(round);
  } catch (error) {
    if (!(error instanceof RoundLostError)) throw error;
    ctx.log.warn(error.message);
  } finally {
    await round.end();
  }
}

/** Ends the round of any gateway. Its runner notices before its next step with an effect. */
export async function stop(ctx: Context, name: RoundName): Promise<void> {
  const row = await table.find(ctx.db, name);
  if (row) await table.report(ctx.db, name, row.holder, { ended_at: nowSeconds(ctx) });
}

/** Runs `work` as a round, if one can begin. */
export async function run(
  ctx: Context,
  name: RoundName,
  options: RoundOptions,
  work: (round: Round) => Promise<unknown>,
): Promise<void> {
  const round = await begin(ctx, name, options);
  if (round) await finish(ctx, round, work);
}

export async function progressOf(ctx: Context, name: RoundName) {
  const row = await table.find(ctx.db, name);
  if (!row) return { running: false, total: 0, done: 0, failed: 0, failures: [], started_at: 0, ended_at: 0 };
  const { total, done, failed, started_at, ended_at, beat_at } = row;
  const running = ended_at === 0 && beat_at >= ctx.now() - SILENT_MS;
  const failures = row.failures ? (JSON.parse(row.failures) as RoundFailure[]) : [];
  return { running, total, done, failed, failures, started_at, ended_at };
}

/** Whether a round may begin now. Others may be faster: `begin` checks again, in one statement. */
export async function isDue(ctx: Context, name: RoundName, everySeconds: number): Promise<boolean> {
  const { running, started_at } = await progressOf(ctx, name);
  return !running && nowSeconds(ctx) - started_at >= everySeconds;
}
