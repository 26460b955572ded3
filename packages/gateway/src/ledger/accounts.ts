import { AmountTooLargeError } from '@tollgate/pricing/decimal';
import type { OwnerType } from '../db/schema.ts';

export type AccountId = number;

const places: Record<OwnerType, number> = { user: 0, token: 1, aff: 2 };
const width = 4;

/** Derived from the owner, so that calls need no look-up of account ids. */
export function accountId(ownerType: OwnerType, ownerId: number): AccountId {
  return ownerId * width + places[ownerType];
}

/** The floor of an unlimited token: low enough to never matter, and every sum above it is still exact. */
export const UNLIMITED_FLOOR = -9e15;

/** @throws {AmountTooLargeError} for whole numbers that are not exact in JSON, {RangeError} for others */
export function toQuota(value: unknown): number {
  const number = Number(value);
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) throw new AmountTooLargeError(number);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${String(value)} is not a whole amount`);
  return number;
}

/** @throws {RangeError} for fractions, negative and inexact amounts */
export function toCost(value: unknown): number {
  const number = toQuota(value);
  if (number < 0) throw new RangeError(`${number} is negative`);
  return number;
}
