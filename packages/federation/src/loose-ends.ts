import {
  type Contributions,
  navIcons,
  navSections,
  shellEvents,
  shellLinks,
  shellPoints,
} from '@tollgate/contract';
import { matchesPattern } from './routes.ts';

/** An area as other areas see it. */
export interface Neighbour {
  id: string;
  contributes: Contributions;
}

/** Returns what an area needs from other areas and none of them has, each as `CODE what is wrong`. */
export function findLooseEnds({ id, contributes }: Neighbour, others: readonly Neighbour[]): string[] {
  const all = [...others.filter((area) => area.id !== id), { id, contributes }];
  const { extensions = [], linksTo = [], events, nav } = contributes;
  const sections = new Set<string>([
    ...navSections,
    ...all.flatMap((area) => (area.contributes.sections ?? []).map((section) => section.id)),
  ]);
  const entries = new Set(
    all.flatMap((area) => area.contributes.nav.map((entry) => `${area.id}.${entry.id}`)),
  );
  const links = new Set(
    [shellLinks, ...all.map((area) => area.contributes.links ?? {})].flatMap(Object.keys),
  );
  const emitted = new Set([...shellEvents, ...all.flatMap((area) => area.contributes.events?.emits ?? [])]);
  return [
    ...extensions.flatMap(({ point }) => findPointProblem(point, all) ?? []),
    ...extensions.flatMap(({ point, target }) =>
      point === BADGES && target && !entries.has(target) ? [`NAV no area has the menu entry ${target}`] : [],
    ),
    ...nav
      .filter(({ section }) => !sections.has(section))
      .map(({ section }) => `SECTION no area has the menu section ${section}`),
    ...linksTo.filter((link) => !links.has(link)).map((link) => `LINK no area has a page called ${link}`),
    ...(events?.listens ?? [])
      .filter((name) => !emitted.has(name))
      .map((name) => `EVENT no area emits ${name}`),
  ];
}

const BADGES = 'shell.badge/v1';

/** Returns what is wrong with an area's own menu entries, and with the names of its links and points. */
export function findOwnFaults({ id, contributes }: Neighbour): string[] {
  const { routes, nav, links = {}, provides = [], extensions = [], sections = [] } = contributes;
  const paths = new Set(routes.map((route) => route.path));
  const faults = Object.entries(links).flatMap(([name, { path }]) => [
    ...(name.startsWith(`${id}.`) ? [] : [`LINK ${name} must begin with ${id}.`]),
    ...(paths.has(path) ? [] : [`LINK ${name} leads to ${path}, which is no page of this area`]),
  ]);
  const foreign = provides.filter((point) => !point.startsWith(`${id}.`));
  const twice = extensions.filter((one, index) => extensions.findIndex((own) => own.id === one.id) < index);
  const leads = ({ to }: { to: string }) => routes.some(({ path }) => matchesPattern(path, to));
  return [
    ...faults,
    ...nav
      .filter((entry) => !leads(entry))
      .map((entry) => `NAV the menu entry ${entry.id} leads to ${entry.to}, which is no page of this area`),
    ...nav
      .filter(({ icon }) => !(navIcons as readonly string[]).includes(icon))
      .map((entry) => `NAV the menu entry ${entry.id} has the icon ${entry.icon}, which no console has`),
    ...sections
      .filter((section) => !section.id.startsWith(`${id}.`))
      .map((section) => `SECTION ${section.id} must begin with ${id}.`),
    ...extensions
      .filter(({ point, target }) => point === BADGES && !target)
      .map((one) => `EXTENSION ${one.id} at ${BADGES} needs a target, the menu entry that it counts for`),
    ...foreign.map((point) => `EXTENSION the point ${point} must begin with ${id}.`),
    ...twice.map((one) => `EXTENSION ${one.id} is there twice`),
  ];
}

/** Returns what other areas lose when this build replaces the one that everybody gets now. */
export function findLosses(next: Neighbour, areas: readonly Neighbour[]): string[] {
  const before = areas.filter((area) => area.id !== next.id);
  const now = areas.find((area) => area.id === next.id);
  if (!now) return [];
  return before.flatMap((area) => {
    const had = new Set(findLooseEnds(area, areas));
    const lost = findLooseEnds(area, [...before, next]).filter((end) => !had.has(end));
    return lost.map((end) => `${end}: area ${area.id} needs it`);
  });
}

/**
 * Removes extensions whose point no area has. A point of another version is another point: its props may
 * differ.
 */
export function joinAreas<Area extends Neighbour>(
  areas: readonly Area[],
): { areas: Area[]; problems: string[] } {
  const problems = areas.flatMap((area) =>
    findLooseEnds(area, areas).map((end) => `Area ${area.id}: ${end}.`),
  );
  const joined = areas.map((area) => {
    const { extensions } = area.contributes;
    if (!extensions?.some(({ point }) => findPointProblem(point, areas))) return area;
    const placed = extensions.filter(({ point }) => !findPointProblem(point, areas));
    return { ...area, contributes: { ...area.contributes, extensions: placed } };
  });
  return { areas: joined, problems };
}

/** Returns why nothing can be shown at a point, or undefined when the shell or an area provides it. */
function findPointProblem(point: string, areas: readonly Neighbour[]): string | undefined {
  const there = [...shellPoints, ...areas.flatMap(({ contributes }) => contributes.provides ?? [])];
  if (there.includes(point)) return undefined;
  const name = point.slice(0, point.lastIndexOf('/'));
  const versions = there.filter((other) => other.startsWith(`${name}/`));
  const instead = versions.length > 0 ? `, there is ${versions.join(' and ')}` : '';
  return `EXTENSION no area has the point ${point}${instead}`;
}
