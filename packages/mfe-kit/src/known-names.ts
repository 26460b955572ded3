import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { didYouMean } from '@tollgate/area-cli';
import { knownEvents, knownPoints } from '@tollgate/console-sdk/names';
import { type AreaSource, shellEvents, shellPoints } from '@tollgate/contract';
import { areaFolder, listAreaIds, readAreaSource } from './workspace.ts';

/** Where `tollgate-area types` writes what a console has besides the areas that every console has. */
export const TYPES_FILE = 'src/console.gen.d.ts';

interface Names {
  points: readonly string[];
  events: readonly string[];
}

/**
 * Returns extension points and events of others that the manifest names and nothing here knows: neither the SDK, nor
 * the types of a console, nor another area of this repository. The gateway would refuse the build, or never send them.
 */
export async function findUnknownNames(id: string, source: AreaSource): Promise<string[]> {
  return compareNames(source, [
    { points: [...knownPoints, ...shellPoints], events: [...knownEvents, ...shellEvents] },
    readTypes(path.join(areaFolder(id), TYPES_FILE)),
    ...(await Promise.all(
      listAreaIds()
        .filter((other) => other !== id)
        .map(async (other) => namesOf(await readAreaSource(other))),
    )),
  ]);
}

/** Returns what an area names that is among none of these and not its own. */
export function compareNames(source: AreaSource, others: readonly Names[]): string[] {
  const all = [namesOf(source), ...others];
  const points = new Set(all.flatMap((names) => names.points));
  const events = new Set(all.flatMap((names) => names.events));
  return [
    ...(source.extensions ?? [])
      .filter(({ point }) => !points.has(point))
      .map((one) => sentence(`extensions: "${one.id}" is for the point`, one.point, points)),
    ...(source.events?.listens ?? [])
      .filter((name) => !events.has(name))
      .map((name) => sentence('events.listens: no known area sends', name, events)),
  ];
}

function sentence(where: string, name: string, known: Iterable<string>): string {
  const isPoint = where.startsWith('extensions');
  return `${where} "${name}"${isPoint ? ', which no known area has' : ''}.${didYouMean(name, known)} What only your console has becomes known by: npx tollgate-area types`;
}

function namesOf({ provides = [], events }: AreaSource): Names {
  return { points: provides, events: events?.emits ?? [] };
}

/** Reads the names that `renderConsoleTypes` wrote. */
export function readTypes(file: string): Names {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const named = (name: string) => {
    const [, body = ''] = new RegExp(`interface ${name} \\{\\n([\\s\\S]*?)\\n  \\}`).exec(text) ?? [];
    return [...body.matchAll(/^ {4}'([^']+)'/gm)].map(([, found = '']) => found);
  };
  return { points: named('ExtensionPoints'), events: named('ConsoleEvents') };
}
