import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { listDependencies } from './dependencies.ts';
import { readLockfile } from './lockfile.ts';

/** A third-party package as it is installed. */
export interface Installed {
  name: string;
  version: string;
  /** SPDX expression; empty when the package names none. */
  license: string;
  folder: string;
}

/** Code under these may be part of an Apache-2.0 product: they ask for a notice at most. */
const SHIPPED = new Set(
  'MIT MIT-0 Apache-2.0 BSD-2-Clause BSD-3-Clause ISC 0BSD BlueOak-1.0.0 Unlicense CC0-1.0'.split(' '),
);
/** Tools may have these too: they ask something of those who distribute or change the tool, which we do not. */
const USED = new Set([...SHIPPED, 'MPL-2.0', 'CC-BY-4.0']);
/** Files that are not code, with a license for such files. NOTICE names them. */
const SHIPPED_FILES: Record<string, string> = { '@fontsource-variable/inter': 'OFL-1.1' };
/** A build tool whose runtime, and nothing else of it, reaches browsers. */
const FEDERATION_TOOL = '@module-federation/enhanced';
const FEDERATION_RUNTIME =
  /^@module-federation\/(runtime|runtime-core|runtime-tools|webpack-bundler-runtime|sdk|error-codes)$/;

/** Checks that the license of every installed package allows what happens to it: shipped, or used as a tool. */
export function checkLicenses(root: string): { complaints: string[]; note: string } {
  // pnpm keeps packages for some days that the lockfile no longer names.
  const { packages } = readLockfile(root);
  const installed = listInstalled(root).filter(({ name, version }) => `${name}@${version}` in packages);
  if (installed.length === 0) return { complaints: ['No package is installed: npm run setup'], note: '' };
  const shipped = listShipped(root);
  return judgeLicenses(installed, (each) => isShipped(each, shipped));
}

export function judgeLicenses(
  installed: readonly Installed[],
  isInProduct: (each: Installed) => boolean,
): { complaints: string[]; note: string } {
  const complaints = installed.flatMap((each) => {
    const inProduct = isInProduct(each);
    if (SHIPPED_FILES[each.name] === each.license) return [];
    if (isAllowed(each.license, inProduct ? SHIPPED : USED)) return [];
    const role = inProduct ? 'is part of the product' : 'is a tool';
    const license = each.license === '' ? 'names no license' : `has the license ${each.license}`;
    return [
      `${each.name}@${each.version} ${role} and ${license}, which checks/licenses.ts does not allow for that. Choose another package.`,
    ];
  });
  const count = installed.filter(isInProduct).length;
  return { complaints, note: `${count} packages shipped, ${installed.length - count} as tools` };
}

/** Evaluates an SPDX expression: one of OR, all of AND. */
export function isAllowed(expression: string, allowed: ReadonlySet<string>): boolean {
  const plain = expression.replaceAll(/[()]/g, ' ').trim();
  if (/ OR /.test(plain)) return plain.split(/ OR /).some((part) => isAllowed(part, allowed));
  return plain.split(/ AND /).every((part) => allowed.has(part.trim()));
}

/** Lists what pnpm installed: the real folders of its store, not the links between them. */
export function listInstalled(root: string): Installed[] {
  const store = path.join(root, 'node_modules/.pnpm');
  const found = new Map<string, Installed>();
  for (const home of foldersIn(store).flatMap((entry) => foldersIn(path.join(entry, 'node_modules')))) {
    for (const folder of path.basename(home).startsWith('@') ? foldersIn(home) : [home]) {
      const each = readInstalled(folder);
      if (each) found.set(`${each.name}@${each.version}`, each);
    }
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Links are left out. */
function foldersIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && entry.name !== '.bin')
    .map(({ name }) => path.join(folder, name));
}

function readInstalled(folder: string): Installed | undefined {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;
  const { name, version, license, licenses } = manifest;
  if (name.startsWith('@tollgate/')) return undefined;
  const named = license ?? licenses?.map(({ type }) => type).join(' OR ') ?? licenseOfText(folder);
  return { name, version, folder, license: typeof named === 'string' ? named : named.type };
}

/** For packages that have the text of a license without its name. */
function licenseOfText(folder: string): string {
  return /^(The )?MIT License|Permission is hereby granted, free of charge/i.test(licenseText(folder))
    ? 'MIT'
    : '';
}

/** The text of the license and of a NOTICE, as the package has it. */
export function licenseText(folder: string): string {
  const files = readdirSync(folder).filter((name) =>
    /^(licen[cs]e|copying|notice)\b(?!.*\.[cm]?[jt]s$)/i.test(name),
  );
  return files
    .filter((name) => statSync(path.join(folder, name)).isFile())
    .map((name) => readFileSync(path.join(folder, name), 'utf8').trim())
    .join('\n\n');
}

interface Manifest {
  name: string;
  version: string;
  license?: string | { type: string };
  /** As old packages name them. */
  licenses?: { type: string }[];
}

/** Names and versions of what the gateway runs, and of what the shell and the areas bundle. */
export function listShipped(root: string): Set<string> {
  const lockfile = readLockfile(root);
  const homes = Object.keys(lockfile.importers).filter((folder) =>
    /^(shell|mfe-[^/]+|packages\/gateway)$/.test(folder),
  );
  return new Set(homes.flatMap((folder) => listDependencies(lockfile, folder, FEDERATION_TOOL)));
}

export function isShipped({ name, version }: Installed, shipped: ReadonlySet<string>): boolean {
  return FEDERATION_RUNTIME.test(name) || shipped.has(`${name}@${version}`);
}
