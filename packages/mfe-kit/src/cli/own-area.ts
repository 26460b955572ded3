import { existsSync } from 'node:fs';
import path from 'node:path';
import { CommandError } from '@tollgate/area-cli';
import { areaId } from '@tollgate/contract';
import { readJson } from '../workspace.ts';

/** The area of a folder. */
export interface OwnArea {
  id: string;
}

/** Reads `tollgate.area` of package.json. @throws {CommandError} when the folder is no area */
export function readOwnArea(folder: string): OwnArea {
  const file = path.join(folder, 'package.json');
  const id = existsSync(file) ? readJson<{ tollgate?: { area?: string } }>(file).tollgate?.area : undefined;
  if (id && areaId().safeParse(id).success) return { id };
  throw new CommandError(
    `${folder} is no area: its package.json has no "tollgate": { "area": "<id>" }. Begin one with npm create @tollgate/area@latest.`,
  );
}
