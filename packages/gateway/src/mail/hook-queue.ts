import type { Context } from '../core/context.ts';
import * as outbox from '../modules/notifications/repository/outbox.ts';
import { deliverRow, HOOK_TOPIC, type HookCall, LEASE_SECONDS } from './queue.ts';

/** Calls of webhooks that one process has running. */
const MAX_RUNNING = 16;

/** Owners whose webhook is being called, per process. */
const runningByProcess = new WeakMap<Context['outbound'], Set<number>>();

/**
 * Calls the webhooks that are due: up to 16 at once and one per owner, longest waiting owner first. So
 * neither dead webhooks nor a user with many calls delay those of others. Returns how many were called, once
 * none is left that this process does not call already.
 */
export async function deliverHooks(ctx: Context, send: (call: HookCall) => Promise<void>): Promise<number> {
  const running = runningByProcess.get(ctx.outbound) ?? new Set<number>();
  runningByProcess.set(ctx.outbound, running);
  const calls = new Set<Promise<void>>();
  const errors: unknown[] = [];
  let sent = 0;

  async function call(owner: number): Promise<void> {
    try {
      if (await callOldest(ctx, owner, send)) sent += 1;
    } catch (error) {
      errors.push(error);
    } finally {
      running.delete(owner);
    }
  }

  for (;;) {
    for (const owner of errors.length === 0 ? await listDueOwners(ctx, running) : []) {
      // Checked again: another round of this process may have begun calls during the query.
      if (running.has(owner) || running.size >= MAX_RUNNING) continue;
      running.add(owner);
      const started: Promise<void> = call(owner).finally(() => calls.delete(started));
      calls.add(started);
    }
    if (calls.size === 0) break; // the round that runs a call fills its free places
    await Promise.race(calls);
  }
  if (errors.length > 0) throw errors[0];
  return sent;
}

function listDueOwners(ctx: Context, running: ReadonlySet<number>): Promise<number[]> {
  const at = Math.floor(ctx.now() / 1000);
  return outbox.listDueOwners(ctx.db, HOOK_TOPIC, at, MAX_RUNNING + running.size);
}

async function callOldest(
  ctx: Context,
  owner: number,
  send: (call: HookCall) => Promise<void>,
): Promise<boolean> {
  const at = Math.floor(ctx.now() / 1000);
  const row = await outbox.findDue(ctx.db, HOOK_TOPIC, owner, at);
  if (!row || !(await outbox.claim(ctx.db, row, at + LEASE_SECONDS))) return false;
  return deliverRow(ctx, row, async (queued) => {
    if ('hookOf' in queued) await send(queued);
  });
}
