import { readBuiltArea } from '@tollgate/area-cli';
import type { OwnArea } from './own-area.ts';

/** Fills in the area of the folder and its newest build where a command names neither: `canary 5`, `promote`. */
export function withOwnArea(
  action: string,
  rest: string[],
  { own, folder }: { own: OwnArea; folder: string },
): string[] {
  if (action === 'doctor' || action === 'publish')
    return rest.some((part) => !part.startsWith('-')) ? rest : [folder, ...rest];
  if (!OF_ONE_AREA.has(action)) return rest;
  const [first = '', second = ''] = rest;
  const named = first === own.id ? rest : [own.id, ...rest];
  // What another console has is not the build of this folder.
  if (!OF_ONE_BUILD.has(action) || rest.includes('--from')) return named;
  const hasBuild = BUILD.test(first === own.id ? second : first);
  return hasBuild ? named : [own.id, readBuiltArea(folder).manifest.buildId, ...named.slice(1)];
}

const OF_ONE_AREA = new Set([
  'canary',
  'promote',
  'rollback',
  'kill',
  'revive',
  'retire',
  'preview',
  'decline',
  'ci-token',
  'list',
]);
const OF_ONE_BUILD = new Set(['canary', 'promote', 'preview']);
const BUILD = /^[0-9a-f]{10}$/;
