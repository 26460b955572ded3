import type { Context } from '../core/context.ts';
import * as table from '../repositories/rounds.ts';
import { nowSeconds } from './caller.ts';

/** Works that one process does at a time. */
export type RoundName = 'channel-tests' | 'channel-balances' | 'area-guard';

/** Longer than one step of a round takes; who is silent for longer has died, and somebody else may begin anew. */
const SILENT_MS = 180_000;

/** Answers false while a round of this name is under way, here or in another process. */
export function begin(ctx: Context, name: RoundName, total: number): Promise<boolean> {
  const now = ctx.now();
  return table.claim(ctx.db, name, { now, aliveSince: now - SILENT_MS, total });
}

export function advance(ctx: Context, name: RoundName, progress: { done: number; failed: number }) {
  return table.report(ctx.db, name, { beat_at: ctx.now(), ...progress });
}

export function end(ctx: Context, name: RoundName): Promise<void> {
  return table.report(ctx.db, name, { ended_at: nowSeconds(ctx) });
}

export async function progressOf(ctx: Context, name: RoundName) {
  const row = await table.find(ctx.db, name);
  if (!row) return { running: false, total: 0, done: 0, failed: 0, started_at: 0, ended_at: 0 };
  const { total, done, failed, started_at, ended_at, beat_at } = row;
  const running = ended_at === 0 && beat_at >= ctx.now() - SILENT_MS;
  return { running, total, done, failed, started_at, ended_at };
}

/** Whether the last round began so long ago that the next one is due. 0 minutes: never by itself. */
export async function isDue(ctx: Context, name: RoundName, everyMinutes: number): Promise<boolean> {
  if (everyMinutes === 0) return false;
  const { running, started_at } = await progressOf(ctx, name);
  return !running && nowSeconds(ctx) - started_at >= everyMinutes * 60;
}
