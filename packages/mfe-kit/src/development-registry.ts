import {
  type AreaSource,
  type AssetRef,
  inEachLanguage,
  type RegistrySnapshot,
  type ResolvedArea,
} from '@tollgate/contract';
import { listMounts } from '@tollgate/federation';
import { containerName } from './area-files.ts';
import { pickTexts } from './texts.ts';
import { areaFolder, areaPort, listHotAreaIds, readFreshAreaSource } from './workspace.ts';

/** Returns the gateway's registry, with developed areas from their own development servers. */
export function withHotAreas(registry: RegistrySnapshot, hot: readonly ResolvedArea[]): RegistrySnapshot {
  const built = registry.areas.filter(({ id }) => !hot.some((area) => area.id === id));
  const areas = [...built, ...hot].sort((a, b) => a.id.localeCompare(b.id));
  return { ...registry, rev: `${registry.rev}-dev`, areas };
}

/** Reads the developed areas from their current files: a new page appears after a reload. */
export async function readHotAreas(): Promise<ResolvedArea[]> {
  return await Promise.all(
    listHotAreaIds().map(async (id) => describeHotArea(id, await readFreshAreaSource(id))),
  );
}

export function describeHotArea(id: string, source: AreaSource): ResolvedArea {
  const file = (name: string): AssetRef => ({
    url: `http://127.0.0.1:${areaPort(id)}/${name}`,
    integrity: '', // changes with every keystroke; the shell waives it in development only
    bytes: 0,
  });
  return {
    id,
    mounts: listMounts(source.routes),
    state: 'on',
    active: {
      buildId: 'dev',
      version: 'dev',
      container: containerName(id, 'dev'),
      entry: file('remoteEntry.js'),
      preload: [],
      i18n: inEachLanguage(() => file('')),
    },
    fallbacks: [],
    revoked: [],
    why: 'dev',
    contributes: contributionsOf(source),
    texts: pickTexts(areaFolder(id), source),
  };
}

/** Without fields that only a build has. */
function contributionsOf({ owners: _, pages: __, ...contributes }: AreaSource): ResolvedArea['contributes'] {
  return contributes;
}
