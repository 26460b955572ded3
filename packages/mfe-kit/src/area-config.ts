import path from 'node:path';
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin';
import { defineConfig, type RsbuildConfig, type RsbuildPlugin } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { DEVELOPED } from '@tollgate/federation';
import { arcoLeanRules } from './arco-lean.ts';
import { refuse } from './area-error.ts';
import { containerName } from './area-files.ts';
import { areaOutput } from './area-output.ts';
import { contentId } from './content-id.ts';
import { cssTextRule } from './css-text.ts';
import { hotTextsRule } from './hot-texts.ts';
import { kitPartsRule } from './kit-parts.ts';
import { leanRuntime } from './lean-runtime.ts';
import { pureContractRule } from './pure-contract.ts';
import { scopeCss } from './scope-css.ts';
import { consumeShared, provideShared } from './shared.ts';
import { findAreaFaults } from './source-faults.ts';
import { areaFolder, areaPort, listHotAreaIds, placeArea, readAreaSource, readPackage } from './workspace.ts';

/** A dead chunk must not block the user for the default of two minutes. */
const CHUNK_TIMEOUT_MS = 8000;

/**
 * The build configuration of an area: `export default defineAreaConfig({ id: 'logs' })` in
 * `mfe-logs/rsbuild.config.ts`. The area exposes `src/area.tsx`; `src/index.ts` is its standalone page in development.
 * @param root the folder of an area in a repository of its own: `import.meta.dirname`
 */
export function defineAreaConfig({ id, root }: { id: string; root?: string }) {
  if (root) placeArea(id, root);
  return defineConfig(async ({ command }) => {
    if (root) refuse(idFaults(id, root));
    return command === 'build' ? production(id) : development(id);
  });
}

/** The build has one name, and every command another: what is published would be of no area that the team knows. */
function idFaults(id: string, root: string): string[] {
  const named = readPackage(root).tollgate?.area;
  return named === undefined || named === id
    ? []
    : [
        `rsbuild.config.ts has the id "${id}", package.json has "tollgate": { "area": "${named}" }. Write the same name in both.`,
      ];
}

async function production(id: string): Promise<RsbuildConfig> {
  const folder = areaFolder(id);
  const buildId = contentId(folder);
  const container = containerName(id, buildId);
  const identity = { id, buildId, container, version: readPackage(folder).version };
  const source = await readAreaSource(id);
  refuse(await findAreaFaults(id, source));
  const output = areaOutput(identity, source);
  return built(id, {
    container,
    buildId,
    distPath: path.join('dist', buildId),
    filename: 'remoteEntry.[contenthash:10].js',
    output,
  });
}

/**
 * The build of an area for a console that runs elsewhere, during development. It is a production build,
 * because that console shares production modules, but its names stay the same between builds.
 */
export function developedConfig(id: string, distPath: string): RsbuildConfig {
  return built(id, {
    buildId: DEVELOPED,
    container: containerName(id, DEVELOPED),
    distPath,
    filename: 'remoteEntry.js',
    isReadable: true,
  });
}

function built(
  id: string,
  names: {
    buildId: string;
    container: string;
    distPath: string;
    filename: string;
    output?: RsbuildPlugin;
    /** For a person who reads stacks: names stay, and each file has a map. */
    isReadable?: boolean;
  },
): RsbuildConfig {
  const { buildId, container, distPath, filename, output, isReadable = false } = names;
  return {
    mode: 'production',
    root: areaFolder(id),
    // An area has no page of its own; the empty entry only gives the compiler an input.
    source: { entry: { index: 'data:text/javascript,' } },
    output: {
      distPath: { root: distPath },
      cleanDistPath: true,
      assetPrefix: 'auto',
      dataUriLimit: 0,
      legalComments: 'none',
      // Published for the team and never served: places of crashes lead to the sources, which are not in it.
      sourceMap: { js: isReadable ? 'source-map' : 'hidden-nosources-source-map' },
      ...(isReadable && { minify: false }),
    },
    security: { sri: { enable: true, algorithm: 'sha384' } },
    performance: { printFileSize: false },
    server: { cors: { origin: '*' } },
    tools: {
      htmlPlugin: false,
      postcss: (_, { addPlugins }) => addPlugins(scopeCss({ id, buildId })),
      rspack(config, { rspack: compiler }) {
        config.plugins.push(...leanRuntime(compiler));
        config.output = {
          ...config.output,
          uniqueName: container,
          chunkLoadTimeout: CHUNK_TIMEOUT_MS,
          // A module that imports a shared one which did not arrive runs again, instead of staying half done.
          strictModuleErrorHandling: true,
        };
        config.module?.rules?.push(cssTextRule, pureContractRule, ...arcoLeanRules);
        config.module?.rules?.push(kitPartsRule(path.join(areaFolder(id), 'src')));
      },
    },
    plugins: [
      pluginReact(),
      pluginModuleFederation({
        ...exposed(container),
        filename,
        shared: consumeShared(),
        manifest: output !== undefined, // read by areaOutput(), and kept for other hosts
        experiments: { externalRuntime: true, optimization: { target: 'web' } },
      }),
      ...(output ? [output] : []),
    ],
  };
}

/** The area as a standalone page that a shell in development can also load. */
function development(id: string): RsbuildConfig {
  const port = areaPort(id);
  return {
    mode: 'development',
    root: areaFolder(id),
    source: { entry: { index: './src/index.ts' } },
    output: { assetPrefix: 'auto' },
    html: { title: `Tollgate: ${id}`, mountId: 'root' },
    server: {
      host: '127.0.0.1',
      port,
      strictPort: true,
      cors: { origin: '*' },
      proxy: { '/api': { target: gatewayUrl(), changeOrigin: false } },
      // With the shell running, the developer opens the shell instead.
      printUrls: !listHotAreaIds().includes(id),
    },
    // The page may be the shell's: all files of the area come from the area's own server.
    dev: {
      // A page that compiles while it loads finds shared modules missing.
      lazyCompilation: false,
      cliShortcuts: false,
      assetPrefix: `http://127.0.0.1:${port}/`,
      client: { protocol: 'ws', host: '127.0.0.1', port },
    },
    tools: {
      rspack(config) {
        config.output = { ...config.output, uniqueName: containerName(id, 'dev') };
        config.module?.rules?.push(hotTextsRule(id));
      },
    },
    plugins: [
      pluginReact(),
      pluginModuleFederation({
        ...exposed(containerName(id, 'dev')),
        filename: 'remoteEntry.js',
        shared: provideShared(), // standalone there is no shell to provide them
        manifest: false,
      }),
    ],
  };
}

export function gatewayUrl(): string {
  return process.env.TOLLGATE_URL ?? 'http://127.0.0.1:3000';
}

function exposed(name: string) {
  return {
    name,
    exposes: { './area': './src/area.tsx' },
    dts: false,
    shareStrategy: 'loaded-first' as const,
  };
}
