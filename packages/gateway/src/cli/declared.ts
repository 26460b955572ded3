import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import { BootError } from '../core/boot-error.ts';
import type { Context } from '../core/context.ts';
import type { AppError } from '../core/errors.ts';
import { errorMessage } from '../http/language.ts';
import { applyDeclared } from '../modules/declared/apply-file.ts';
import { DeclaredFileError, readDeclaredFile } from '../modules/declared/read-file.ts';
import { writeDeclaredFile } from '../modules/declared/write-file.ts';
import { withCommandContext } from './command-context.ts';

/**
 * `export` writes the configuration of a gateway as one file, to standard output or to the named one. What `plan` would
 * refuse is not in it, and named on standard error.
 */
export async function exportCommand(config: Config, rest: string[]): Promise<void> {
  const force = rest.includes('--force');
  const [path, ...more] = rest.filter((word) => word !== '--force');
  refuseOptions([path, ...more].filter((word) => word?.startsWith('-')));
  if (more.length > 0) throw new BootError(ONE_FILE);
  await withCommandContext(config, async (ctx) => {
    const { text, leftOut } = await writeDeclaredFile(ctx, describeError);
    for (const { kind, name, reason } of leftOut)
      process.stderr.write(`Left out: ${kind} ${name} (${reason})\n`);
    if (path) writeText(path, text, force);
    else process.stdout.write(text);
  });
}

function writeText(path: string, text: string, force: boolean): void {
  try {
    writeFileSync(path, text, { mode: 0o600, flag: force ? 'w' : 'wx' });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new BootError(`${path} exists. Name another file, or add --force to overwrite it.`, { cause });
    throw new BootError(`${path} cannot be written (${code}).`, { cause });
  }
}

/** `plan` prints what `apply` would change. */
export function planCommand(config: Config, rest: string[]): Promise<void> {
  return withFile(config, rest, async (ctx, order) => {
    const changes = await runOrder(ctx, { ...order, isDry: true });
    print(changes.length === 0 ? NOTHING : countOf(changes, 'would change'));
  });
}

/** `apply` makes the gateway what the file says. */
export function applyCommand(config: Config, rest: string[]): Promise<void> {
  return withFile(config, rest, async (ctx, order) => {
    const changes = await runOrder(ctx, { ...order, isDry: false });
    print(changes.length === 0 ? NOTHING : countOf(changes, 'changed'));
  });
}

/** `drift` ends with exit code 1 when the gateway is not what the file says. */
export function driftCommand(config: Config, rest: string[]): Promise<void> {
  return withFile(config, rest, async (ctx, order) => {
    const changes = await runOrder(ctx, { ...order, isDry: true });
    if (changes.length > 0)
      throw new BootError(`The gateway differs from ${order.path}: ${countOf(changes, 'would change')}`);
    print(NOTHING);
  });
}

interface FileOrder {
  readonly path: string;
  readonly prune: boolean;
}

async function withFile(
  config: Config,
  rest: string[],
  work: (ctx: Context, order: FileOrder) => Promise<void>,
): Promise<void> {
  const { values, positionals } = parseArgs({
    args: rest,
    allowPositionals: true,
    strict: false,
    options: { prune: { type: 'boolean' } },
  });
  const [path] = positionals;
  const unknown = Object.keys(values).filter((name) => name !== 'prune');
  refuseOptions(unknown.map((name) => `${name.length === 1 ? '-' : '--'}${name}`));
  if (typeof values.prune === 'string') throw new BootError(`--prune has no value.\n${USAGE}`);
  if (!path) throw new BootError(`Say which file.\n${USAGE}`);
  if (positionals.length > 1) throw new BootError(ONE_FILE);
  await withCommandContext(config, (ctx) => work(ctx, { path: resolve(path), prune: values.prune === true }));
}

/** @throws {BootError} when there is one */
function refuseOptions([option]: readonly (string | undefined)[]): void {
  if (option !== undefined) throw new BootError(`There is no option ${option}.\n${USAGE}`);
}

/** Prints each change. */
async function runOrder(ctx: Context, order: FileOrder & { isDry: boolean }): Promise<string[]> {
  try {
    const { path } = order;
    const file = readDeclaredFile({ path, text: readText(path), environment: process.env });
    const changes = await applyDeclared(ctx, { ...order, file, describe: describeError });
    for (const line of changes) print(line);
    return changes;
  } catch (error) {
    if (!(error instanceof DeclaredFileError)) throw error;
    throw new BootError(`${error.message}\nNothing was changed.`, { cause: error });
  }
}

function describeError({ code, details }: AppError): string {
  return errorMessage(code, details, 'en');
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new BootError(`${path} cannot be read (${(cause as NodeJS.ErrnoException).code}).`, { cause });
  }
}

function countOf({ length }: readonly string[], verb: string): string {
  return `${length} ${length === 1 ? 'thing' : 'things'} ${verb}.`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const NOTHING = 'The gateway is what the file says.';

const USAGE = `  tollgate export [file] [--force] write the configuration of this gateway
  tollgate plan <file> [--prune]   print what apply would change
  tollgate apply <file> [--prune]  make the gateway what the file says
  tollgate drift <file> [--prune]  exit with 1 when it is not`;

const ONE_FILE = `Name one file.\n${USAGE}`;
