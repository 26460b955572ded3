import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RsbuildPlugin } from '@rsbuild/core';
import { findFaults, findManifestFaults } from '@tollgate/area-cli';
import {
  type AreaManifest,
  type AreaSource,
  type AssetRef,
  backendApi,
  hostApi,
  type Language,
  type PerLanguage,
  satisfiesHostApi,
} from '@tollgate/contract';
import { findCssReach } from '@tollgate/federation';
import { AreaError, refuse } from './area-error.ts';
import { describeFile, describeOutput, rangeOf, wantedHostApi } from './area-files.ts';
import { readBom } from './bom.ts';
import { type BuildStats, findPageFiles, findPageKit } from './page-files.ts';
import { LAZY_KIT } from './shared.ts';
import { findUses, foreignLinks, undeclared } from './source-uses.ts';
import { pickTexts, spokenLanguages } from './texts.ts';
import { readJson } from './workspace.ts';

interface Identity {
  id: string;
  buildId: string;
  container: string;
  version: string;
}

/** The used parts of the federation plugin's manifest. */
interface FederationManifest {
  metaData: { remoteEntry: { name: string } };
  exposes: { name: string; assets: { js: { sync: string[] }; css: { sync: string[] } } }[];
}

/** Checks the output of an area and writes `area.manifest.json`. Removes files that no browser needs. */
export function areaOutput(identity: Identity, source: AreaSource): RsbuildPlugin {
  return {
    name: 'tollgate:area-output',
    setup(api) {
      api.onAfterBuild(({ stats }) => {
        if (!stats || stats.hasErrors()) return;
        const folder = api.context.distPath;
        const built = stats as unknown as BuildStats;
        refuseWideCss(folder, identity);
        const manifest = describe({ folder, root: api.context.rootPath, stats: built }, identity, source);
        for (const file of globSync(['mf-stats.json', 'static/js/index.*'], { cwd: folder }))
          rmSync(path.join(folder, file));
        const whole = { ...manifest, ...describeOutput(folder, manifest) };
        refuse(findManifestFaults(whole).map((fault) => `area.manifest.json: ${fault}`));
        refuse(
          findFaults({
            manifest: whole,
            files: readFiles(folder, whole),
            host: { api: hostApi, backendApi },
          }),
        );
        writeFileSync(path.join(folder, 'area.manifest.json'), `${JSON.stringify(whole, null, 2)}\n`);
      });
    },
  };
}

function readFiles(folder: string, { files = [] }: AreaManifest): Map<string, Buffer> {
  return new Map(files.map(({ path: file }) => [file, readFileSync(path.join(folder, file))]));
}

interface BuiltArea {
  /** The folder of the output. */
  folder: string;
  /** The folder of the area's package. */
  root: string;
  stats: BuildStats;
}

function describe(
  { folder, root, stats }: BuiltArea,
  { id, buildId, container, version }: Identity,
  source: AreaSource,
): AreaManifest {
  const federation = readJson<FederationManifest>(path.join(folder, 'mf-manifest.json'));
  const assets = federation.exposes.find((expose) => expose.name === 'area')?.assets;
  const ref = (file: string) => describeFile(folder, file, { id, buildId });
  const textFiles = findTextFiles(stats);
  const text = (language: Language) => {
    const file = textFiles[language];
    if (!file)
      throw new AreaError([`src/area.tsx must import src/i18n/${language}.json lazily, in "texts".`]);
    return ref(file);
  };
  const { owners, pages = {}, ...contributes } = source;
  const pageFiles = Object.entries(findPageFiles(stats, pages));
  const missing = source.routes.filter(({ path: route }) => !pages[route]).map((route) => route.path);
  if (missing.length > 0)
    throw new AreaError([
      `src/area.manifest.ts: pages lacks ${missing.join(', ')}. Name the file of each route, as in pages: { '/billing': 'list/list-page.tsx' }.`,
    ]);
  return {
    schema: 1,
    id,
    buildId,
    version,
    builtAt: new Date().toISOString(),
    container,
    entry: ref(federation.metaData.remoteEntry.name),
    exposes: { './area': { js: (assets?.js.sync ?? []).map(ref), css: (assets?.css.sync ?? []).map(ref) } },
    pages: Object.fromEntries(pageFiles.map(([route, files]) => [route, files.map(ref)])),
    kit: findPageKit(stats, pages, LAZY_KIT),
    compat: {
      hostApi: fittingHostApi(root),
      backendApi: rangeOf(backendApi),
      bom: readBom(root),
    },
    contributes: { ...contributes, linksTo: readLinksTo(root, id, source) },
    i18n: {
      files: textFilesOf(root, text),
      texts: pickTexts(root, source),
    },
    css: globSync('**/*.css', { cwd: folder }).sort().map(ref),
    ...(owners && { owners }),
  };
}

/** @throws when the area names a console that does not share the parts of the kit, which its pages would ask for */
function fittingHostApi(root: string): string {
  const wanted = wantedHostApi(root);
  if (satisfiesHostApi(wanted, LAST_WITHOUT_PARTS))
    throw new AreaError([
      `package.json: builds of this kit need "tollgate": { "hostApi": "^1.4" }, not "${wanted}".`,
    ]);
  return wanted;
}

const LAST_WITHOUT_PARTS = '1.3.0';

/** Returns the links of other areas in the sources. @throws when they use one that the manifest does not declare. */
function readLinksTo(root: string, id: string, source: AreaSource): string[] {
  const uses = findUses(root);
  const missing = undeclared(uses, source);
  if (missing.length > 0) throw new AreaError(missing.map((name) => `src/area.manifest.ts: ${name}.`));
  return foreignLinks(uses, id);
}

function refuseWideCss(folder: string, identity: Identity): void {
  const violations = globSync('**/*.css', { cwd: folder }).flatMap((file) =>
    findCssReach(readFileSync(path.join(folder, file), 'utf8'), identity).map((fault) => `${file} ${fault}.`),
  );
  if (violations.length > 0) throw new AreaError(['Styles reach beyond the area:', ...violations]);
}

function textFilesOf(root: string, fileOf: (language: Language) => AssetRef): PerLanguage<AssetRef> {
  const files = spokenLanguages(root).map((language) => [language, fileOf(language)]);
  return Object.fromEntries(files) as PerLanguage<AssetRef>;
}

/** Returns the text file of each language. */
function findTextFiles({ compilation }: BuildStats): Partial<Record<string, string>> {
  const found: Partial<Record<string, string>> = {};
  for (const chunk of compilation.chunks) {
    for (const module of compilation.chunkGraph.getChunkModules(chunk)) {
      const language = /\/src\/i18n\/(\w+)\.json$/.exec(module.nameForCondition() ?? '')?.[1];
      const script = [...chunk.files].find((file) => file.endsWith('.js'));
      if (language && script) found[language] = script;
    }
  }
  return found;
}
