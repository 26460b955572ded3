import { join, resolve } from 'node:path';

/** The location of a database. */
export type DatabaseAddress =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres' | 'mysql'; readonly url: string };

/** The location of the usage logs, which may be on an engine for analysis. */
export type LogAddress = DatabaseAddress | { readonly kind: 'clickhouse'; readonly url: string };

/** The same for the usage logs: `clickhouse://…` or `clickhouses://…` too. */
export function parseLogAddress(url: string | undefined, dataDir: string, fileName: string): LogAddress {
  if (url && /^clickhouses?:\/\//.test(url)) return { kind: 'clickhouse', url };
  return parseAddress(url, dataDir, fileName);
}

/**
 * Parses `sqlite:`, `sqlite:/path/to/file.db`, `postgres://...` or `mysql://...`. Empty means `fileName` in
 * `dataDir`.
 * @throws a sentence for the operator, without the URL, which may contain a password.
 */
export function parseAddress(url: string | undefined, dataDir: string, fileName: string): DatabaseAddress {
  if (!url || url === 'sqlite:') return { kind: 'sqlite', file: resolve(join(dataDir, fileName)) };
  if (url.startsWith('sqlite:')) return { kind: 'sqlite', file: resolve(url.slice('sqlite:'.length)) };
  if (/^postgres(ql)?:\/\//.test(url)) return { kind: 'postgres', url };
  if (/^(mysql|mariadb):\/\//.test(url)) return { kind: 'mysql', url: url.replace(/^mariadb:/, 'mysql:') };
  throw new Error(
    'A database address must start with sqlite:, postgres:// or mysql://, that of the log may be clickhouse:// too. Check DATABASE_URL and LOG_DATABASE_URL.',
  );
}
