import { copyFileSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '../core/create-folder.ts';

/**
 * Copies the journals of all gateways of a data folder, under the names that the database has. Journals that
 * disappear meanwhile are not needed: the databases already contain their calls.
 */
export function copyJournals(dataDir: string, target: string): void {
  const root = join(dataDir, 'ledger');
  for (const place of list(root)) {
    const [from, to] = [join(root, place), join(target, 'ledger', place)];
    if (!statSync(from).isDirectory()) continue;
    createFolder(to, 0o700);
    for (const name of list(from)) {
      if (name === 'name' || name.endsWith('.journal')) copyIfThere(join(from, name), join(to, name));
    }
  }
}

function list(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

function copyIfThere(from: string, to: string): void {
  try {
    copyFileSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
