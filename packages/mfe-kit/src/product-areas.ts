import path from 'node:path';
import { GATEWAY_SEGMENTS, SHELL_SEGMENTS } from '@tollgate/federation';
import { listAreaIds, readAreaSource, workspaceRoot } from './workspace.ts';

/** What the areas of the product have, for areas in repositories of their own: those see no other manifests. */
export const productAreasFile = path.join(workspaceRoot, 'packages/mfe-kit/src/product-areas.gen.ts');

/** The names that `npm create` refuses. It comes alone, so it has a list of its own. */
export const takenNamesFile = path.join(workspaceRoot, 'packages/create-area/src/taken-names.gen.ts');

/** First segments that never reach the page: development servers and gateways serve something else there. */
export const SERVED_SEGMENTS: readonly string[] = ['static', 'v1beta', 'pg', 'mj', 'suno', 'embed', 'shell'];

export async function renderProductAreas(): Promise<string> {
  const lines = await Promise.all(
    listAreaIds().map(async (id) => {
      const { routes, nav } = await readAreaSource(id);
      return `  { id: '${id}', routes: ${list(routes.map((route) => route.path))}, nav: ${list(nav.map((entry) => entry.id))} },\n`;
    }),
  );
  return `${HEADER}export const productAreas: readonly { id: string; routes: readonly string[]; nav: readonly string[] }[] = [\n${lines.join('')}];\n`;
}

/** Each name with whose it is. A new area has the page `/<name>` and a menu entry of its name. */
export async function renderTakenNames(): Promise<string> {
  const taken = new Map<string, string>();
  for (const name of SHELL_SEGMENTS) taken.set(name, 'is an address of the shell');
  for (const name of [...GATEWAY_SEGMENTS, ...SERVED_SEGMENTS])
    taken.set(name, 'is an address of the gateway');
  const ids = listAreaIds();
  for (const id of ids) {
    const { routes, nav } = await readAreaSource(id);
    for (const entry of nav) taken.set(entry.id, `is a menu entry of the area ${id}`);
    for (const route of routes) taken.set(route.path.split('/')[1] ?? '', `is an address of the area ${id}`);
  }
  for (const id of ids) taken.set(id, 'is the name of an area that every console has');
  taken.delete('');
  const lines = [...taken]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, of]) => `  ['${name}', '${of}'],\n`);
  return `${HEADER}export const takenNames: ReadonlyMap<string, string> = new Map([\n${lines.join('')}]);\n`;
}

function list(names: readonly string[]): string {
  return `[${names.map((name) => `'${name}'`).join(', ')}]`;
}

const HEADER =
  '// Written from the manifests of the areas by: vitest run packages/mfe-kit/src/product-areas.test.ts -u\n';
