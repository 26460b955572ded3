import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { didYouMean, findSourceFaults } from '@tollgate/area-cli';
import { type AreaSource, navIcons } from '@tollgate/contract';
import { describeClashes } from '@tollgate/federation';
import { findCssViolations } from './css-rules.ts';
import { findUnknownNames } from './known-names.ts';
import { productAreas } from './product-areas.gen.ts';
import { areaFolder, isInWorkspace, listAreaIds, readAreaSource } from './workspace.ts';

/**
 * Returns why the sources of an area are refused, one sentence each. It is what the build, `doctor` and the contract
 * test ask: none of them finds what another one lets through.
 */
export async function findAreaFaults(id: string, source: AreaSource): Promise<string[]> {
  const faults = manifestFaults(id, source);
  // What is of another shape cannot be looked at further.
  if (faults.length > 0) return faults;
  return [
    ...describeFaults(source),
    ...(await clashes(id, source)),
    ...(await findUnknownNames(id, source)),
    ...reachFaults(id),
  ];
}

/** The same for an area of a framework of its own, whose sources are not the kit's and whose styles a bundler wrote. */
export async function findPackedFaults(id: string, source: AreaSource): Promise<string[]> {
  const faults = manifestFaults(id, source);
  if (faults.length > 0) return faults;
  return [...describeFaults(source), ...(await clashes(id, source)), ...(await findUnknownNames(id, source))];
}

/** Returns what has another shape in the manifest than a console can read. */
export function manifestFaults(id: string, source: AreaSource): string[] {
  const file = path.relative(process.cwd(), path.join(areaFolder(id), 'src/area.manifest.ts'));
  return findSourceFaults(source).map((fault) => `${file}: ${fault}`);
}

/** Returns what is wrong with the owners and menu entries of a manifest. */
export function describeFaults(source: AreaSource): string[] {
  const declared = source.routes.map((route) => route.path);
  const twice = source.nav.filter((entry, at) => source.nav.findIndex((other) => other.id === entry.id) < at);
  const [, wildcard] = /^(.*)\/\*$/.exec(declared.find((route) => route.endsWith('/*')) ?? '') ?? [];
  return [
    ...(source.owners ? [] : ['area.manifest.ts does not say whom to ask: owners.']),
    ...source.nav
      .filter(({ to }) => !declared.includes(to) && !(wildcard && to.startsWith(`${wildcard}/`)))
      .map(({ id: entry, to }) => `The menu entry ${entry} leads to ${to}, which is no page of this area.`),
    ...source.nav
      .filter(({ icon }) => !navIcons.includes(icon))
      .map(
        ({ id: entry, icon }) =>
          `The menu entry ${entry} has the icon ${icon}, which no shell has.${didYouMean(icon, navIcons) || ` Icons are ${navIcons.join(', ')}.`}`,
      ),
    ...twice.map((entry) => `Two menu entries are called ${entry.id}.`),
    ...source.nav
      .filter(({ to, access }) => isHidden(source, to, access))
      .map(({ id: entry }) => `The menu entry ${entry} is shown to people who may not open its page.`),
  ];
}

/** Returns pages and menu entries that the shell, the gateway or another area of the product already has. */
export async function clashes(id: string, source: AreaSource): Promise<string[]> {
  if (!isInWorkspace) return [...nameFaults(id), ...clashesWith(productAreas, source)];
  const others = listAreaIds().filter((other) => other !== id);
  return clashesWith(await Promise.all(others.map(readOther)), source);
}

/** What an area of its own repository cannot be called: rollouts, links and events of both would be mixed up. */
export function nameFaults(id: string): string[] {
  return productAreas.some((area) => area.id === id)
    ? [
        `${id} is the name of an area that every console has. Choose another, in package.json and rsbuild.config.ts.`,
      ]
    : [];
}

/** An area as far as others must not take what it has. */
export interface OtherArea {
  id: string;
  routes: readonly string[];
  nav: readonly string[];
}

/** Returns what an area takes of the shell, the gateway or these areas, and what it has twice. */
export function clashesWith(
  others: readonly OtherArea[],
  source: Pick<AreaSource, 'routes' | 'nav'>,
): string[] {
  const owners = others.map(({ id, routes }) => ({
    name: `the area ${id}`,
    routes: routes.map((path) => ({ path })),
  }));
  return [
    ...describeClashes(source.routes, owners).map((clash) => `${clash}.`),
    ...others.flatMap(({ id, nav }) =>
      source.nav
        .filter((entry) => nav.includes(entry.id))
        .map((entry) => `The area ${id} has a menu entry ${entry.id} too.`),
    ),
  ];
}

async function readOther(id: string): Promise<OtherArea> {
  const { routes, nav } = await readAreaSource(id);
  return { id, routes: routes.map(({ path: route }) => route), nav: nav.map((entry) => entry.id) };
}

/** Returns styles and sources that affect more than the area. */
export function reachFaults(id: string): string[] {
  const folder = path.join(areaFolder(id), 'src');
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  const styles = globSync('**/*.css', { cwd: folder });
  const sources = globSync('**/*.{ts,tsx}', { cwd: folder }).filter(
    (file) => !/\.(test|stories|fixtures|testing)\.tsx?$|(^|\/)testing\//.test(file),
  );
  return [...styles, ...sources].sort().flatMap((file) => findReach(`src/${file}`, read(file)));
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

const LEVELS = ['public', 'user', 'admin', 'root'];

function isHidden(source: AreaSource, to: string, access: string): boolean {
  const page = source.routes.find((route) => route.path === to);
  return page !== undefined && LEVELS.indexOf(access) < LEVELS.indexOf(page.access);
}
