#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

/** The name in the template files; it is replaced everywhere. */
const NAME = 'example-area';
const TITLE = 'Example area';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string' },
    team: { type: 'string' },
    contact: { type: 'string' },
    'no-install': { type: 'boolean', default: false },
  },
});
process.exitCode = create(positionals[0] ?? '');

/** Writes a repository for one area into a new folder of its name, and installs its packages. */
function create(name: string): number {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name) || name.length > 30) return refuse(usage);
  const folder = path.resolve(name);
  if (existsSync(folder)) return refuse(`There is a folder ${name} already.`);
  cpSync(path.join(import.meta.dirname, '../template'), folder, { recursive: true });
  for (const hidden of globSync('_*', { cwd: folder }))
    renameSync(path.join(folder, hidden), path.join(folder, hidden.replace(/^_/, '.')));
  const registry = registryOf();
  if (registry) writeFileSync(path.join(folder, '.npmrc'), `@tollgate:registry=${registry}\n`);
  for (const file of globSync('**/*', { cwd: folder }).map((found) => path.join(folder, found)))
    if (statSync(file).isFile()) fill(file, name);
  if (!values['no-install']) {
    const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: 'inherit',
    });
    if (status !== 0) return status ?? 1;
  }
  process.stdout.write(welcome(name));
  return 0;
}

function fill(file: string, name: string): void {
  const { team = titleOf(name), contact = 'README.md' } = values;
  const text = readFileSync(file, 'utf8')
    .replace(/owners: \{ team: '[^']*', contact: '[^']*' \}/, `owners: ${JSON.stringify({ team, contact })}`)
    .replaceAll(NAME, name)
    .replaceAll(TITLE, titleOf(name));
  writeFileSync(file, text);
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

function refuse(sentence: string): number {
  process.stderr.write(`${sentence}\n`);
  return 1;
}

function welcome(name: string): string {
  return `${name} is there, with a list, a form, tests and texts in both languages.

  cd ${name}
  npm run dev        open it alone, in a mock shell
  npm test           types, tests, and the contract of every area
  npm run build      build it, and see what a gateway would refuse
`;
}

const usage = `Usage: npm create @tollgate/area <name> -- [--from https://gate.example] [--team <team>] [--contact <whom to ask>] [--no-install]
The name has small letters, digits and single dashes, a letter first, such as "billing" or "audit-log".`;
