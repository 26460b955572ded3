import { chmodSync, cpSync, existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { areaId } from '@tollgate/contract';
import { findClash } from '@tollgate/federation';
import { writeAreaDocs } from './area-docs.ts';
import { SERVED_SEGMENTS } from './product-areas.ts';
import { areaFolder, listAreaIds, readAreaSource, workspaceRoot } from './workspace.ts';

/** The name in the template files; it is replaced everywhere. */
const NAME = 'example-area';
const TITLE = 'Example area';
const TEMPLATE = path.join(import.meta.dirname, '../template');
const MAX_LENGTH = 30;

/**
 * Writes `mfe-<name>` from the template: a working area with a list, a form, stories, tests and texts. The
 * shell stays unchanged; only tsconfig.json's list of projects and docs/areas.md grow. Returns the folder.
 * @throws {Error} with a sentence for the developer who chose the name
 */
export async function createArea(name: string): Promise<string> {
  const fault = await findNameFault(name);
  if (fault) throw new Error(fault);
  const folder = areaFolder(name);
  cpSync(TEMPLATE, folder, { recursive: true });
  for (const file of globSync('**/*.*', { cwd: folder }).map((found) => path.join(folder, found))) {
    if (!statSync(file).isFile()) continue;
    const text = readFileSync(file, 'utf8').replaceAll(NAME, name).replaceAll(TITLE, titleOf(name));
    writeFileSync(file, text);
  }
  chmodSync(path.join(folder, 'ci.sh'), 0o755);
  addProject(name);
  await writeAreaDocs();
  return folder;
}

/** Returns why an area name is invalid, as a sentence; undefined when it is valid. */
export async function findNameFault(name: string): Promise<string | undefined> {
  if (name === '') return 'Say how the area is called: npm run new area billing';
  if (name.startsWith('mfe-'))
    return `The folder gets the "mfe-" by itself: npm run new area ${name.slice(4)}`;
  if (!areaId().safeParse(name).success || /--|-$/.test(name))
    return `"${name}" is no name for an area: small letters, digits and single dashes, a letter first, such as "billing" or "audit-log".`;
  if (name.length > MAX_LENGTH) return `"${name}" is longer than ${MAX_LENGTH} characters.`;
  if (existsSync(areaFolder(name))) return `There is an area ${name} already, in mfe-${name}.`;
  if (SERVED_SEGMENTS.includes(name))
    return `"${name}" is an address of the gateway, so no page can stand there.`;
  return await findTakenPage(name);
}

async function findTakenPage(name: string): Promise<string | undefined> {
  const routes = [{ path: `/${name}`, access: 'user' as const, title: '' }];
  if (findClash([], routes)) return `"${name}" is an address of the shell. Choose another name.`;
  for (const id of listAreaIds()) {
    const taken = (await readAreaSource(id)).routes.map((route) => route.path);
    if (findClash(taken, routes)) return `The page /${name} belongs to mfe-${id}. Choose another name.`;
  }
  return undefined;
}

/** `audit-log` gets the heading "Audit log" by default. */
function titleOf(name: string): string {
  const words = name.replaceAll('-', ' ');
  return (words[0] ?? '').toUpperCase() + words.slice(1);
}

/** Adds it to `npm run check`. Keeps the file's format of one project a line. */
function addProject(name: string): void {
  const file = path.join(workspaceRoot, 'tsconfig.json');
  const entry = `    { "path": "mfe-${name}" },\n`;
  const text = readFileSync(file, 'utf8');
  if (!text.includes(entry.trim()))
    writeFileSync(
      file,
      text.replace(/^ {4}\{ "path": "packages\//m, (first) => entry + first),
    );
}
