import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { callGateway, type Gateway } from '@tollgate/area-cli';
import { consoleLinks, knownEvents, knownPoints } from '@tollgate/console-sdk/names';
import { listAreaNames } from '@tollgate/contract';
import { AreaError } from '../area-error.ts';
import { renderConsoleTypes } from '../console-types.ts';
import { findUnknownNames, TYPES_FILE } from '../known-names.ts';
import { readAreaSource } from '../workspace.ts';
import type { OwnArea } from './own-area.ts';

/** Writes what the area may use of the console at `TOLLGATE_URL`, and its own links, as types. */
export async function writeTypes({ id }: OwnArea, folder: string, gateway: Gateway): Promise<string> {
  const areas = await callGateway(listAreaNames, {}, gateway);
  const source = await readAreaSource(id);
  const { links } = source;
  const known = { links: Object.keys(consoleLinks), events: knownEvents, points: knownPoints };
  writeFileSync(path.join(folder, TYPES_FILE), renderConsoleTypes({ id, links }, areas, known));
  const unknown = await findUnknownNames(id, source);
  if (unknown.length > 0)
    throw new AreaError([`Wrote ${TYPES_FILE}, but this console lacks what the area names:`, ...unknown]);
  return `Wrote ${TYPES_FILE}: what ${areas.length} areas of the console and this one have for others.`;
}
