import { createHash } from 'node:crypto';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RsbuildPlugin } from '@rsbuild/core';
import { type AreaManifest, type AreaSource, type AssetRef, areaManifest, hostApi } from '@tollgate/contract';
import { describeOutput } from './area-files.ts';
import { findCssViolations } from './css-rules.ts';
import { pickTexts } from './texts.ts';
import { readJson } from './workspace.ts';

interface Identity {
  id: string;
  buildId: string;
  container: string;
  version: string;
}

/** What the federation plugin writes about the build, as far as we read it. */
interface FederationManifest {
  metaData: { remoteEntry: { name: string } };
  exposes: { name: string; assets: { js: { sync: string[] }; css: { sync: string[] } } }[];
}

/** Checks the output of an area and writes `area.manifest.json`. What no browser needs is removed. */
export function areaOutput(identity: Identity, source: AreaSource): RsbuildPlugin {
  return {
    name: 'tollgate:area-output',
    setup(api) {
      let textFiles: Partial<Record<string, string>> = {};
      api.onAfterBuild(({ stats }) => {
        if (!stats || stats.hasErrors()) return;
        const folder = api.context.distPath;
        textFiles = findTextFiles(stats as unknown as BuildStats);
        refuseWideCss(folder);
        const manifest = describe(folder, api.context.rootPath, identity, source, textFiles);
        for (const file of globSync(['mf-*.json', 'static/js/index.*'], { cwd: folder }))
          rmSync(path.join(folder, file));
        const whole = areaManifest.parse({ ...manifest, ...describeOutput(folder, manifest) });
        writeFileSync(path.join(folder, 'area.manifest.json'), `${JSON.stringify(whole, null, 2)}\n`);
      });
    },
  };
}

function describe(
  folder: string,
  root: string,
  { id, buildId, container, version }: Identity,
  source: AreaSource,
  textFiles: Partial<Record<string, string>>,
): AreaManifest {
  const federation = readJson<FederationManifest>(path.join(folder, 'mf-manifest.json'));
  const assets = federation.exposes.find((expose) => expose.name === 'area')?.assets;
  const ref = (file: string) => describeFile(folder, file, `/assets/areas/${id}/${buildId}/${file}`);
  const text = (language: string) => {
    const file = textFiles[language];
    if (!file) throw new Error(`src/area.tsx must import src/i18n/${language}.json lazily, in "texts".`);
    return ref(file);
  };
  const [major, minor] = hostApi.split('.');
  return {
    schema: 1,
    id,
    buildId,
    version,
    builtAt: new Date().toISOString(),
    container,
    entry: ref(federation.metaData.remoteEntry.name),
    exposes: { './area': { js: (assets?.js.sync ?? []).map(ref), css: (assets?.css.sync ?? []).map(ref) } },
    compat: { hostApi: `^${major}.${minor}` },
    contributes: { routes: source.routes, nav: source.nav },
    i18n: {
      files: { zh: text('zh'), en: text('en') },
      texts: pickTexts(root, source),
    },
    css: globSync('**/*.css', { cwd: folder }).sort().map(ref),
  };
}

function describeFile(folder: string, file: string, url: string): AssetRef {
  const content = readFileSync(path.join(folder, file));
  const digest = createHash('sha384').update(content).digest('base64');
  return { url, integrity: `sha384-${digest}`, bytes: content.length };
}

function refuseWideCss(folder: string): void {
  const violations = globSync('**/*.css', { cwd: folder }).flatMap((file) =>
    findCssViolations(readFileSync(path.join(folder, file), 'utf8'), path.basename(file)),
  );
  if (violations.length > 0) throw new Error(`Styles reach beyond the area:\n${violations.join('\n')}`);
}

interface BuildStats {
  compilation: {
    chunks: Iterable<BuildChunk>;
    chunkGraph: {
      getChunkModules(chunk: BuildChunk): readonly { nameForCondition(): string | undefined | null }[];
    };
  };
}

interface BuildChunk {
  files: Iterable<string>;
}

/** Which file holds the texts of which language. */
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
