import { readStored, writeStored } from '../../storage.ts';

/** Shortcuts of one key disturb people who use speech input: each person can switch them off on this browser. */
export function areSingleKeysOn(): boolean {
  return page.singleKeys !== 'off';
}

export function chooseSingleKeys(userId: number | undefined, isOn: boolean): void {
  writeStored(keyOf(userId), isOn ? undefined : 'off');
  applySingleKeys(userId);
}

/** The attribute also reaches the tables and search fields of areas. */
export function applySingleKeys(userId: number | undefined): void {
  page.singleKeys = readStored(keyOf(userId)) ?? 'on';
}

const page = document.documentElement.dataset;
const keyOf = (userId: number | undefined) => `single-keys.${userId ?? ''}`;
