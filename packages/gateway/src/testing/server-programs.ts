import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export type ServerKind = 'postgres' | 'mysql';

/** The programs of an installed database server; undefined where one of them is missing. */
export interface ServerPrograms {
  readonly server: string;
  /** Creates an empty data folder. */
  readonly initialize: string;
}

export function findPrograms(kind: ServerKind): ServerPrograms | undefined {
  if (kind === 'postgres') return pair('postgres', 'initdb', postgresFolders());
  const folders = ['/usr/sbin', '/usr/local/sbin', '/usr/libexec', '/opt/homebrew/bin'];
  return pair('mariadbd', 'mariadb-install-db', folders) ?? pair('mysqld', 'mysqld', folders);
}

/** Finds a program on the path or in `folders`. */
export function findProgram(name: string, folders: readonly string[] = []): string | undefined {
  const path = (process.env.PATH ?? '').split(delimiter);
  return [...folders, ...path].map((folder) => join(folder, name)).find((file) => existsSync(file));
}

function pair(server: string, initialize: string, folders: readonly string[]): ServerPrograms | undefined {
  const found = { server: findProgram(server, folders), initialize: findProgram(initialize, folders) };
  return found.server && found.initialize
    ? { server: found.server, initialize: found.initialize }
    : undefined;
}

/** Debian installs each version into its own folder, outside of the path. Newest first. */
function postgresFolders(): string[] {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return [];
  const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(root, version, 'bin'));
}
