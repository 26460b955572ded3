import path from 'node:path';
import type { AreaSource } from '@tollgate/contract';
import { listAreaIds, readAreaSource, workspaceRoot } from './workspace.ts';

/** All area pages by name, for the compiler: it checks every `links.to(…)` against them. */
export const linksFile = path.join(workspaceRoot, 'packages/console-sdk/src/links.gen.ts');

/** Renders the file from the current manifests. */
export async function renderLinks(): Promise<string> {
  const sources = await Promise.all(listAreaIds().map(readAreaSource));
  return renderLinksOf(sources);
}

export function renderLinksOf(sources: readonly Pick<AreaSource, 'links'>[]): string {
  const lines = sources
    .flatMap(({ links = {} }) => Object.entries(links))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, { path: to, query = [] }]) => {
      const names = query.length > 0 ? `, query: [${query.map((name) => `'${name}'`).join(', ')}]` : '';
      return `  '${id}': { path: '${to}'${names} },\n`;
    });
  return `// Written from the manifests of the areas by: vitest run packages/mfe-kit/src/links.test.ts -u\nexport const areaLinks = {\n${lines.join('')}} as const;\n`;
}
