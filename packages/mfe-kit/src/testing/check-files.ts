import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findManifestFaults as findBuildManifestFaults, findFaults } from '@tollgate/area-cli';
import { areaManifest, backendApi, hostApi } from '@tollgate/contract';
import { contentId } from '../content-id.ts';
import { describeFaults, manifestFaults as findManifestFaults } from '../source-faults.ts';
import { pickTexts } from '../texts.ts';
import { areaFolder, readJson } from '../workspace.ts';
import type { ContractSubject } from './subject.ts';

/** Returns everything wrong with an area that can be checked without rendering, as sentences. */
export function manifestFaults({ id, area, source }: ContractSubject): string[] {
  const faults = findManifestFaults(id, source);
  if (faults.length > 0) return faults;
  const declared = source.routes.map((route) => route.path);
  const drawn = area.routes.map((route) => route.path);
  return [
    ...declared.filter((route) => !drawn.includes(route)).map((route) => `area.tsx does not draw ${route}.`),
    ...drawn
      .filter((route) => !declared.includes(route))
      .map((route) => `area.manifest.ts does not name ${route}.`),
    ...describeFaults(source),
  ];
}

/** @throws when a text is missing in a language */
export function checkTexts({ id, source }: ContractSubject): void {
  pickTexts(areaFolder(id), source);
}

/** Returns the build of the current sources, if there is one: older builds are ignored. */
export function findFreshBuild(id: string): { folder: string; manifest: unknown } | undefined {
  const folder = path.join(areaFolder(id), 'dist', contentId(areaFolder(id)));
  const file = path.join(folder, 'area.manifest.json');
  return existsSync(file) ? { folder, manifest: readJson<unknown>(file) } : undefined;
}

/** Returns why a gateway would reject a build, without knowing its other areas. */
export function buildFaults({ folder, manifest }: { folder: string; manifest: unknown }): string[] {
  const parsed = areaManifest.safeParse(manifest);
  if (!parsed.success)
    return findBuildManifestFaults(manifest).map((fault) => `area.manifest.json: ${fault}`);
  const files = new Map(
    (parsed.data.files ?? []).map((file) => [file.path, readFileSync(path.join(folder, file.path))]),
  );
  return findFaults({ manifest: parsed.data, files, host: { api: hostApi, backendApi } });
}
