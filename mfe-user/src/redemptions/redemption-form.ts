import type { Redemption } from '@tollgate/contract';

/** The form of codes. Fields have the names of the console API, so that an error finds its field. */
export interface RedemptionForm {
  name: string;
  /** Quota units of each code. */
  quota: number;
  /** How many to create; only for new ones. */
  count: number;
}

export const MAX_COUNT = 100;
export const MAX_NAME = 20;

export const freshCodes: RedemptionForm = { name: '', quota: 100_000, count: 1 };

export function toForm({ name, quota }: Redemption): RedemptionForm {
  return { name, quota, count: 1 };
}

/** Quota and count are whole numbers. Codes without a name are named after their value, such as "$0.20". */
export function toDraft({ name, quota, count }: RedemptionForm, formatted: string) {
  return {
    name: (name.trim() || formatted).slice(0, MAX_NAME),
    quota: Math.trunc(quota),
    count: Math.trunc(count),
  };
}

/** Returns a file name for the codes; characters that file systems reject become dashes. */
export function fileName(name: string): string {
  return `${name.replace(/[\\/:*?"<>|\s]+/g, '-')}.txt`;
}
