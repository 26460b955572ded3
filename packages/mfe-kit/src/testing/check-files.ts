import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findFaults } from '@tollgate/area-cli';
import { areaManifest, backendApi, hostApi, navIcons } from '@tollgate/contract';
import { findClash } from '@tollgate/federation';
import { contentId } from '../content-id.ts';
import { findCssViolations } from '../css-rules.ts';
import { pickTexts } from '../texts.ts';
import { areaFolder, listAreaIds, readAreaSource, readJson } from '../workspace.ts';
import type { ContractSubject } from './subject.ts';

/** Returns everything wrong with an area that can be checked without rendering, as sentences. */
export function manifestFaults({ id, area, source }: ContractSubject): string[] {
  const parsed = areaManifest.shape.contributes.safeParse(source);
  if (!parsed.success) return [`area.manifest.ts: ${parsed.error.message}`];
  const declared = source.routes.map((route) => route.path);
  const drawn = area.routes.map((route) => route.path);
  const twice = source.nav.filter((entry, at) => source.nav.findIndex((other) => other.id === entry.id) < at);
  const [, wildcard] = /^(.*)\/\*$/.exec(declared.find((route) => route.endsWith('/*')) ?? '') ?? [];
  return [
    ...(source.owners ? [] : ['area.manifest.ts does not say whom to ask: owners.']),
    ...declared.filter((route) => !drawn.includes(route)).map((route) => `area.tsx does not draw ${route}.`),
    ...drawn
      .filter((route) => !declared.includes(route))
      .map((route) => `area.manifest.ts does not name ${route}.`),
    ...source.nav
      .filter(({ to }) => !declared.includes(to) && !(wildcard && to.startsWith(`${wildcard}/`)))
      .map(({ id: entry, to }) => `The menu entry ${entry} leads to ${to}, which is no page of mfe-${id}.`),
    ...source.nav
      .filter(({ icon }) => !navIcons.includes(icon))
      .map(({ id: entry, icon }) => `The menu entry ${entry} has the icon ${icon}, which no shell has.`),
    ...twice.map((entry) => `Two menu entries are called ${entry.id}.`),
    ...source.nav
      .filter(({ to, access }) => isHidden(source, to, access))
      .map(({ id: entry }) => `The menu entry ${entry} is shown to people who may not open its page.`),
  ];
}

/** Returns pages and menu entries that the shell or another area of this repository already has. */
export async function clashes({ id, source }: ContractSubject): Promise<string[]> {
  const others = await Promise.all(
    listAreaIds()
      .filter((other) => other !== id)
      .map(async (other) => ({ other, ...(await readAreaSource(other)) })),
  );
  return others.flatMap(({ other, routes, nav }) => {
    const taken = findClash(
      routes.map((route) => route.path),
      source.routes,
    );
    const entries = nav.filter((entry) => source.nav.some((own) => own.id === entry.id));
    return [
      ...(taken ? [`${taken} belongs to the shell or to mfe-${other}.`] : []),
      ...entries.map((entry) => `mfe-${other} has a menu entry ${entry.id} too.`),
    ];
  });
}

/** @throws when a text is missing in a language */
export function checkTexts({ id, source }: ContractSubject): void {
  pickTexts(areaFolder(id), source);
}

/** Returns styles and sources that affect more than the area. */
export function reachFaults({ id }: Pick<ContractSubject, 'id'>): string[] {
  const folder = path.join(areaFolder(id), 'src');
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  const styles = globSync('**/*.css', { cwd: folder });
  const sources = globSync('**/*.{ts,tsx}', { cwd: folder }).filter(
    (file) => !/\.(test|stories|fixtures|testing)\.tsx?$|(^|\/)testing\//.test(file),
  );
  return [...styles, ...sources].flatMap((file) => findReach(file, read(file)));
}

/** Returns what a stylesheet or a source affects beyond its area. */
export function findReach(file: string, text: string): string[] {
  if (file.endsWith('.css')) return findCssViolations(text, file);
  return OWNED_BY_SHELL.filter(({ pattern }) => pattern.test(text)).map(({ what }) => `${file} ${what}.`);
}

const OWNED_BY_SHELL = [
  {
    pattern: /\b(?:BrowserRouter|MemoryRouter|createBrowserRouter|RouterProvider)\b/,
    what: 'brings a router of its own; the console has one',
  },
  {
    pattern: /\bhistory\.(?:push|replace)State\b/,
    what: 'changes the address past the router; use useNavigate()',
  },
  { pattern: /\bdocument\.title\s*=/, what: 'sets the title of the document; use useArea().ui.setTitle()' },
  { pattern: /\bcreateRoot\b/, what: 'starts a React root; the shell draws the routes' },
  { pattern: /\bSWRConfig\b/, what: 'brings a data cache of its own; the console has one' },
];

/** Returns the build of the current sources, if there is one: older builds are ignored. */
export function findFreshBuild(id: string): { folder: string; manifest: unknown } | undefined {
  const folder = path.join(areaFolder(id), 'dist', contentId(areaFolder(id)));
  const file = path.join(folder, 'area.manifest.json');
  return existsSync(file) ? { folder, manifest: readJson<unknown>(file) } : undefined;
}

/** Returns why a gateway would reject a build, without knowing its other areas. */
export function buildFaults({ folder, manifest }: { folder: string; manifest: unknown }): string[] {
  const parsed = areaManifest.safeParse(manifest);
  if (!parsed.success) return [`area.manifest.json: ${parsed.error.message}`];
  const files = new Map(
    (parsed.data.files ?? []).map((file) => [file.path, readFileSync(path.join(folder, file.path))]),
  );
  return findFaults({ manifest: parsed.data, files, host: { api: hostApi, backendApi } });
}

const LEVELS = ['public', 'user', 'admin', 'root'];

function isHidden(source: ContractSubject['source'], to: string, access: string): boolean {
  const page = source.routes.find((route) => route.path === to);
  return page !== undefined && LEVELS.indexOf(access) < LEVELS.indexOf(page.access);
}
