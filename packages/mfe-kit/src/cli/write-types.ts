import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { callGateway, type Gateway } from '@tollgate/area-cli';
import { consoleLinks, knownEvents, knownPoints } from '@tollgate/console-sdk/names';
import { listAreaNames } from '@tollgate/contract';
import { renderConsoleTypes } from '../console-types.ts';
import { readAreaSource } from '../workspace.ts';
import type { OwnArea } from './own-area.ts';

const FILE = 'src/console.gen.d.ts';

/** Writes what the area may use of the console at `TOLLGATE_URL`, and its own links, as types. */
export async function writeTypes({ id }: OwnArea, folder: string, gateway: Gateway): Promise<string> {
  const areas = await callGateway(listAreaNames, {}, gateway);
  const { links } = await readAreaSource(id);
  const known = { links: Object.keys(consoleLinks), events: knownEvents, points: knownPoints };
  writeFileSync(path.join(folder, FILE), renderConsoleTypes({ id, links }, areas, known));
  return `Wrote ${FILE}: what ${areas.length} areas of the console and this one have for others.`;
}
