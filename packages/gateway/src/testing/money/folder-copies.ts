import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Contents of the ledger's files in a data folder, by their path in it. */
export type FolderCopy = ReadonlyMap<string, Buffer>;

/** Returns what is on the disk at this moment. Does not copy the lock: it belongs to a process. */
export function copyLedgerFolder(dataDir: string): FolderCopy {
  const files = new Map<string, Buffer>();
  const root = join(dataDir, 'ledger');
  if (!existsSync(root)) return files;
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (/(^|\/)lock/.test(name)) continue;
    const file = join('ledger', name);
    try {
      files.set(file, readFileSync(join(dataDir, file)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EISDIR') throw error;
    }
  }
  return files;
}

/** Writes the files that are missing in the folder or differ. */
export function writeLedgerFolder(dataDir: string, files: FolderCopy): void {
  for (const [name, content] of files) {
    const file = join(dataDir, name);
    if (existsSync(file) && readFileSync(file).equals(content)) continue;
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, content);
  }
}
