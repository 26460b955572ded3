import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { AreaSource } from '@tollgate/contract';
import { listAreaIds, readAreaSource, workspaceRoot } from './workspace.ts';

/** The documentation page that lists all areas. */
export const areaDocsFile = path.join(workspaceRoot, 'docs/areas.md');

/** Rewrites the page from the current manifests on disk. */
export async function writeAreaDocs(): Promise<void> {
  writeFileSync(areaDocsFile, await renderAreaDocs());
}

export async function renderAreaDocs(): Promise<string> {
  const areas = await Promise.all(
    listAreaIds().map(async (id) => ({ id, source: await readAreaSource(id) })),
  );
  return `# Areas

The parts of the console that ship on their own, as their manifests (\`src/area.manifest.ts\`) have them: who owns them, which pages they have for whom, and by which names they meet. Written by \`npm run new area\` and \`vitest run packages/mfe-kit/src/area-docs.test.ts -u\`. [What the platform does](area-features.md) has the tests behind each feature.

${areas.map(({ id, source }) => renderArea(id, source)).join('\n')}`;
}

/** Renders one area as a section. */
export function renderArea(id: string, source: AreaSource): string {
  const { owners, routes, links = {}, provides = [], extensions = [], sections = [], events } = source;
  const facts = [
    ['Owner', owners ? `${owners.team}, ${owners.contact}` : 'none'],
    ['Pages', routes.map(({ path: at, access }) => `${code(at)} (${access})`).join(', ')],
    ['Links to it', Object.keys(links).map(code).join(', ')],
    ['Offers places', provides.map(code).join(', ')],
    ['Menu sections', sections.map((section) => code(section.id)).join(', ')],
    [
      'Shows elsewhere',
      extensions.map(({ id: name, point }) => `${code(name)} at ${code(point)}`).join(', '),
    ],
    ['Tells', (events?.emits ?? []).map(code).join(', ')],
    ['Listens to', (events?.listens ?? []).map(code).join(', ')],
  ];
  const lines = facts.filter(([, what]) => what !== '').map(([name, what]) => `- ${name}: ${what}`);
  return `## ${id}\n\n${lines.join('\n')}\n`;
}

function code(text: string): string {
  return `\`${text}\``;
}
