import type { Redemption } from '@tollgate/contract';

/** The form of codes. Fields have the wire's names, so that a refusal finds its field. */
export interface RedemptionForm {
  name: string;
  /** Quota units that each code brings. */
  quota: number;
  /** How many to make; only for new ones. */
  count: number;
}

export const MAX_COUNT = 100;
export const MAX_NAME = 20;

export const freshCodes: RedemptionForm = { name: '', quota: 100_000, count: 1 };

export function toForm({ name, quota }: Redemption): RedemptionForm {
  return { name, quota, count: 1 };
}

/** Quota and count are whole numbers. Without a name the codes are called by their value, such as "$0.20". */
export function toDraft({ name, quota, count }: RedemptionForm, formatted: string) {
  return {
    name: (name.trim() || formatted).slice(0, MAX_NAME),
    quota: Math.trunc(quota),
    count: Math.trunc(count),
  };
}

/** A name for the file of the codes; what file systems refuse becomes a dash. */
export function fileName(name: string): string {
  return `${name.replace(/[\\/:*?"<>|\s]+/g, '-')}.txt`;
}
