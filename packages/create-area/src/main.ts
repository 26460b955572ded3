#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
// As one object: an older Node lacks some of its functions, and must get as far as the sentence about it.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { takenNames } from './taken-names.gen.ts';

/** The name in the template files; it is replaced everywhere. */
const NAME = 'example-area';
const TITLE = 'Example area';

const OLD_NODE = `Areas need Node 22.18 or later. This is ${process.version}.`;
const NOT_INSTALLED = `The packages of the area could not be installed; npm says why above. If it finds no matching version of a package of
@tollgate, it ran this command as another console has it: begin with npm create @tollgate/area@latest.`;
const NO_ANSWER = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
]);
const USAGE = `Usage: npm create @tollgate/area@latest <name> -- [--from https://gate.example] [--team <team>] [--contact <whom to ask>] [--no-install]
The name has small letters, digits and single dashes, a letter first, such as "billing" or "audit-log".`;

const options = {
  from: { type: 'string' },
  team: { type: 'string' },
  contact: { type: 'string' },
  'no-install': { type: 'boolean', default: false },
} as const;
const { values, positionals, fault } = readArguments();
process.exitCode = isNodeTooOld()
  ? refuse(OLD_NODE)
  : fault
    ? refuse(fault)
    : await create(positionals[0] ?? '');

function readArguments() {
  try {
    return { ...parseArgs({ allowPositionals: true, options }), fault: '' };
  } catch (error) {
    const [typed = ''] = /--?[\w-]+/.exec((error as Error).message) ?? [];
    const names = Object.keys(options).map((name) => `--${name}`);
    // All begin with different letters, so the first one says which is meant.
    const meant = names.find((name) => name[2] === typed[2]);
    const sentence = names.includes(typed)
      ? `${typed} needs ${typed === '--no-install' ? 'no' : 'a'} value.`
      : `There is no option "${typed}". ${meant ? `Did you mean "${meant}"?` : `Options: ${names.join(', ')}.`}`;
    const none: { from?: string; team?: string; contact?: string; 'no-install'?: boolean } = {};
    return { values: none, positionals: [], fault: sentence };
  }
}

/** Writes a repository for one area into a new folder of its name, and installs its packages. */
async function create(name: string): Promise<number> {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name) || name.length > 30) return refuse(USAGE);
  const taken = takenNames.get(name);
  if (taken) return refuse(`"${name}" ${taken}. Choose another name.`);
  const folder = path.resolve(name);
  if (fs.existsSync(folder)) return refuse(`There is a folder ${name} already.`);
  const unreachable = values['no-install'] ? undefined : await findUnreachable(values.from);
  if (unreachable) return refuse(unreachable);
  fs.cpSync(path.join(import.meta.dirname, '../template'), folder, { recursive: true });
  for (const hidden of fs.globSync('_*', { cwd: folder }))
    fs.renameSync(path.join(folder, hidden), path.join(folder, hidden.replace(/^_/, '.')));
  const registry = registryOf();
  if (registry) fs.writeFileSync(path.join(folder, '.npmrc'), `@tollgate:registry=${registry}\n`);
  for (const file of fs.globSync('**/*', { cwd: folder }).map((found) => path.join(folder, found)))
    if (fs.statSync(file).isFile()) fill(file, name);
  if (!values['no-install']) {
    const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: 'inherit',
    });
    if (status !== 0) {
      // The same command works once the cause is gone.
      fs.rmSync(folder, { recursive: true, force: true });
      return refuse(NOT_INSTALLED, status ?? 1);
    }
  }
  beginHistory(folder);
  process.stdout.write(welcome(name));
  return 0;
}

/** npm tries for minutes. What only npm can reach, by a proxy or with certificates of its own, is left to it. */
async function findUnreachable(address?: string): Promise<string | undefined> {
  if (address === undefined) return undefined;
  if (!/^https?:\/\//.test(address) || !URL.canParse(address))
    return `"${address}" is no address of a gateway. Write --from https://gate.example`;
  if (Object.keys(process.env).some((name) => /^(?:npm_config_)?(?:https?[_-])?proxy$/i.test(name)))
    return undefined;
  const { origin } = new URL(address);
  try {
    await fetch(new URL('/api/console/sdk/', origin), { signal: AbortSignal.timeout(10_000) });
    return undefined;
  } catch (error) {
    const { name, cause } = error as { name: string; cause?: { code?: string } };
    const isSilent = name === 'TimeoutError' || NO_ANSWER.has(cause?.code ?? '');
    return isSilent ? `Nothing answers at ${origin}. Set --from to the address of the gateway.` : undefined;
  }
}

/** Unless the folder is part of a repository already, or there is no git. */
function beginHistory(folder: string): void {
  const options = { cwd: folder, stdio: 'ignore' } as const;
  if (spawnSync('git', ['rev-parse', '--is-inside-work-tree'], options).status === 0) return;
  spawnSync('git', ['init', '--quiet', '--initial-branch=main'], options);
}

/** An area is built and tested by programs that need it. */
function isNodeTooOld(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major < 22 || (major === 22 && minor < 18);
}

function fill(file: string, name: string): void {
  const { team = titleOf(name), contact = 'README.md' } = values;
  const text = fs
    .readFileSync(file, 'utf8')
    .replace(/owners: \{ team: '[^']*', contact: '[^']*' \}/, `owners: ${JSON.stringify({ team, contact })}`)
    .replaceAll(NAME, name)
    .replaceAll(TITLE, titleOf(name));
  fs.writeFileSync(file, text);
}

/** Where the packages come from: a gateway serves those that fit it, so that an intranet needs no other registry. */
function registryOf(): string | undefined {
  if (values.from) return new URL('/api/console/sdk/', values.from).href;
  const given = Object.entries(process.env).find(([key]) => /^npm_config_.*tollgate.*registry$/i.test(key));
  return given?.[1];
}

/** `audit-log` gets the heading "Audit log". */
function titleOf(name: string): string {
  const words = name.replaceAll('-', ' ');
  return (words[0] ?? '').toUpperCase() + words.slice(1);
}

function refuse(sentence: string, code = 1): number {
  process.stderr.write(`${sentence}\n`);
  return code;
}

function welcome(name: string): string {
  return `${name} is there, with a list, a form, tests and texts in both languages.

  cd ${name}
  npm run dev        open it alone, in a mock shell
  npm test           types, tests, and the contract of every area
  npm run build      build it, and see what a gateway would refuse
`;
}
