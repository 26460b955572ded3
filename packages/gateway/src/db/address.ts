import { join, resolve } from 'node:path';

/** Where a database is. */
export type DatabaseAddress =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres' | 'mysql'; readonly url: string };

/**
 * Reads `sqlite:`, `sqlite:/path/to/file.db`, `postgres://...` or `mysql://...`; nothing means `fileName` in `dataDir`.
 * @throws a sentence for the operator, without the URL: it may hold a password.
 */
export function parseAddress(url: string | undefined, dataDir: string, fileName: string): DatabaseAddress {
  if (!url || url === 'sqlite:') return { kind: 'sqlite', file: resolve(join(dataDir, fileName)) };
  if (url.startsWith('sqlite:')) return { kind: 'sqlite', file: resolve(url.slice('sqlite:'.length)) };
  if (/^postgres(ql)?:\/\//.test(url)) return { kind: 'postgres', url };
  if (/^(mysql|mariadb):\/\//.test(url)) return { kind: 'mysql', url: url.replace(/^mariadb:/, 'mysql:') };
  throw new Error(
    'A database address must start with sqlite:, postgres:// or mysql://. Check DATABASE_URL and LOG_DATABASE_URL.',
  );
}
