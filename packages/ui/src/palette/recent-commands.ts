import { readLocal, writeLocal } from '../provider/local-storage.ts';

/** Returns the ids of recent commands, the latest first. */
export function readRecent(): string[] {
  return (readLocal(key) ?? '').split('\n').filter(Boolean);
}

export function rememberCommand(id: string): void {
  const others = readRecent().filter((other) => other !== id);
  writeLocal(key, [id, ...others].slice(0, KEPT).join('\n'));
}

const key = 'palette:recent';
const KEPT = 5;
