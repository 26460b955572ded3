import { existsSync } from 'node:fs';
import { BootError } from '../../core/boot-error.ts';
import { type DatabaseAddress, parseAddress } from '../../db/address.ts';

/** `user:password@tcp(host:3306)/name?parseTime=true`, as Go's driver writes it. */
const GO_ADDRESS = /^([^:@/]+)(?::(.*))?@tcp\(([^)]+)\)\/([^?]+)/;

/**
 * Where another gateway keeps its data: a file, an address of a server, or Go's form of one, as in `SQL_DSN`.
 * `env:NAME` reads it from the environment, so that its password is in no list of processes.
 *
 * @throws {BootError}
 */
export function parseImportAddress(
  text: string,
  environment: NodeJS.ProcessEnv = process.env,
): DatabaseAddress {
  const name = /^env:(\w+)$/.exec(text)?.[1];
  if (name) {
    const value = environment[name];
    if (!value) throw new BootError(`The variable ${name} is empty. Set it to the address of the database.`);
    return parseImportAddress(value, {});
  }
  const [, user = '', password = '', host, database] = GO_ADDRESS.exec(text) ?? [];
  if (host) {
    const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
    return { kind: 'mysql', url: `mysql://${login}@${host}/${database}` };
  }
  if (/^(sqlite:|postgres(ql)?:\/\/|mysql:\/\/|mariadb:\/\/)/.test(text)) {
    const address = parseAddress(text, '.', '');
    if (address.kind !== 'sqlite') return address;
    return assertFile(address.file);
  }
  return assertFile(text);
}

function assertFile(file: string): DatabaseAddress {
  if (existsSync(file)) return { kind: 'sqlite', file };
  throw new BootError(
    `There is no database ${file.includes('@') ? 'at that address' : file}. Name a file, postgres://…, mysql://…, or env:NAME for an address in the environment.`,
  );
}
