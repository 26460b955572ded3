import { randomInt } from 'node:crypto';
import type { Context } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import type { CodePurpose } from '../../../db/schema.ts';
import { randomText } from '../../secrets/random.ts';
import { nowSeconds } from '../../shared/caller.ts';
import * as table from '../repository/codes.ts';

export type { CodePurpose } from '../../../db/schema.ts';

/**
 * Counts a request for a code, whether or not the address is in use: a delay reveals nothing about it.
 *
 * @throws {AppError} `rate_limited` within 30 seconds of the last one and after ten a day
 */
export async function countRequest(ctx: Context, purpose: CodePurpose, email: string): Promise<void> {
  const at = nowSeconds(ctx);
  const place = placeOf(ctx, purpose, email);
  const day = Math.floor(at / DAY_SECONDS);
  const limits = { minGapSeconds: GAP_SECONDS, maxPerDay: PER_DAY };
  if (await table.countRequest(ctx.db, { ...place, at, day, ...limits })) return;

  const row = await table.findRequested(ctx.db, place);
  const fresh = row !== undefined && row.asked_at > at - GAP_SECONDS;
  const retry_after = fresh ? row.asked_at + GAP_SECONDS - at : (day + 1) * DAY_SECONDS - at;
  throw new AppError('rate_limited', { retry_after });
}

/** Creates a code; the one before becomes invalid. Eight digits to type, or a text for a link. */
export async function make(ctx: Context, purpose: CodePurpose, email: string): Promise<string> {
  const code = purpose === 'reset' ? randomText(32) : String(randomInt(10 ** 8)).padStart(8, '0');
  const expires_at = nowSeconds(ctx) + MINUTES * 60;
  const code_hash = hashOf(ctx, purpose, email, code);
  await table.put(ctx.db, placeOf(ctx, purpose, email), { code_hash, expires_at });
  return code;
}

/**
 * Counts a try outside of any transaction, so that a failure cannot undo the count. Returns false when there
 * is no live code or it was tried five times.
 */
export function countTry(ctx: Context, purpose: CodePurpose, email: string): Promise<boolean> {
  const limits = { at: nowSeconds(ctx), maxTries: MAX_TRIES };
  return table.countTry(ctx.db, placeOf(ctx, purpose, email), limits);
}

/** Returns whether it is the live code, without using it up. For codes that cannot be guessed. */
export function isValidCode(
  ctx: Context,
  purpose: CodePurpose,
  email: string,
  code: string,
): Promise<boolean> {
  const code_hash = hashOf(ctx, purpose, email, code);
  return table.isLive(ctx.db, placeOf(ctx, purpose, email), { code_hash, at: nowSeconds(ctx) });
}

/** Uses a code up, in the transaction of what it allows. Returns false when it is wrong or was used. */
export function use(tx: Context, purpose: CodePurpose, email: string, code: string): Promise<boolean> {
  return table.use(tx.db, placeOf(tx, purpose, email), hashOf(tx, purpose, email, code));
}

/** Deletes requests that no longer count. */
export function sweep(ctx: Context): Promise<void> {
  return table.removeRequestedBefore(ctx.db, nowSeconds(ctx) - 2 * DAY_SECONDS);
}

function placeOf({ secrets }: Context, purpose: CodePurpose, email: string) {
  return { purpose, address_hash: secrets.keyedHash(email, 'codes') };
}

function hashOf({ secrets }: Context, purpose: CodePurpose, email: string, code: string): string {
  return secrets.keyedHash([purpose, email, code].join('\n'), 'codes');
}

/** How long a code or link can be used. */
export const MINUTES = 10;
const GAP_SECONDS = 30;
const PER_DAY = 10;
const MAX_TRIES = 5;
const DAY_SECONDS = 24 * 3600;
