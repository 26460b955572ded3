import type { LinkSpec, listAreaNames, Output } from '@tollgate/contract';

type AreaNames = Output<typeof listAreaNames>[number];

/** Names that the SDK declares itself: declaring one again is an error where its type differs. */
export interface KnownNames {
  links: readonly string[];
  events: readonly string[];
  points: readonly string[];
}

/**
 * Renders `src/console.gen.d.ts`: what an area may use of a console besides what the SDK knows. A registry has names
 * alone, so events and points of others have fields of unknown types; the area declares its own events and points.
 */
export function renderConsoleTypes(
  own: { id: string; links?: Record<string, LinkSpec> | undefined },
  areas: readonly AreaNames[],
  known: KnownNames,
): string {
  const others = areas.filter(({ id }) => id !== own.id);
  const links = Object.entries(
    Object.assign({}, own.links, ...others.map((area) => area.links)) as Record<string, LinkSpec>,
  );
  const parts = [
    renderInterface('ConsoleLinks', links.filter(([name]) => !known.links.includes(name)).map(renderLink)),
    renderInterface(
      'ConsoleEvents',
      namesOf(
        others.flatMap(({ emits }) => emits),
        known.events,
      ).map(renderOpen),
    ),
    renderInterface(
      'ExtensionPoints',
      namesOf(
        others.flatMap(({ provides }) => provides),
        known.points,
      ).map(renderOpen),
    ),
  ].filter(Boolean);
  const body = parts.length > 0 ? `\ndeclare module '@tollgate/console-sdk' {\n${parts.join('\n')}}\n` : '';
  return `// Written by "tollgate-area types". Run it again when another area changed.\n// Links, events and extension points of the areas that every console has are types of the SDK already.\nimport '@tollgate/console-sdk';\n${body}`;
}

function namesOf(names: readonly string[], known: readonly string[]): string[] {
  return [...new Set(names)].filter((name) => !known.includes(name));
}

function renderInterface(name: string, lines: readonly string[]): string {
  return lines.length > 0 ? `  interface ${name} {\n${[...lines].sort().join('')}  }\n` : '';
}

function renderLink([name, { path, query = [] }]: [string, LinkSpec]): string {
  const names = query.length > 0 ? `; query: readonly [${query.map((one) => `'${one}'`).join(', ')}]` : '';
  return `    '${name}': { path: '${path}'${names} };\n`;
}

function renderOpen(name: string): string {
  return `    '${name}': Record<string, unknown>;\n`;
}
