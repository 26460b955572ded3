import { readFile } from 'node:fs/promises';

/**
 * True for the ten thousand most common passwords of eight characters and more, whatever their case. The list
 * is read when the first password is chosen; most processes never need it.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= load();
  return (await common).has(password.toLowerCase());
}

let common: Promise<ReadonlySet<string>> | undefined;

async function load(): Promise<ReadonlySet<string>> {
  const list = await readFile(new URL('common-passwords.txt', import.meta.url), 'utf8');
  return new Set(list.trim().split('\n'));
}
