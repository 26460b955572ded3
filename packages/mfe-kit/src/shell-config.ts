import { createRequire } from 'node:module';
import path from 'node:path';
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin';
import { defineConfig, type RsbuildConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { arcoLeanRules } from './arco-lean.ts';
import { gatewayUrl } from './area-config.ts';
import { cssTextRule } from './css-text.ts';
import { GATEWAY_PATHS, serveDevelopmentPage } from './development-page.ts';
import { kitPartsRule } from './kit-parts.ts';
import { leanI18nextRule } from './lean-i18next.ts';
import { leanRuntime, withoutSnapshots } from './lean-runtime.ts';
import { pureContractRule } from './pure-contract.ts';
import { shareWithAreas } from './shared.ts';
import { shellChunks } from './shell-chunks.ts';
import { shellOutput } from './shell-output.ts';
import { SHELL_PORT, workspaceRoot } from './workspace.ts';

/** Without the shell there is no page at all, so a slow connection gets time. */
const CHUNK_TIMEOUT_MS = 30_000;

/**
 * The build configuration of the shell: `export default defineShellConfig({ pages })` in
 * `shell/rsbuild.config.ts`. `pages` maps paths to lazily imported files of `src`.
 */
export function defineShellConfig({ pages }: { pages: Readonly<Record<string, string>> }) {
  return defineConfig(async ({ command }) => {
    const isProduction = command === 'build';
    const config: RsbuildConfig = {
      mode: isProduction ? 'production' : 'development',
      root: path.join(workspaceRoot, 'shell'),
      source: { entry: { index: './src/index.ts' } },
      html: { title: 'Tollgate', mountId: 'root', favicon: './src/favicon.svg' },
      resolve: {
        alias: {
          'resize-observer-polyfill$': path.join(import.meta.dirname, 'native-resize-observer.mjs'),
          ...(isProduction && productionRouter()),
        },
      },
      tools: {
        rspack(rspack, { rspack: compiler }) {
          rspack.output = { ...rspack.output, chunkLoadTimeout: CHUNK_TIMEOUT_MS };
          rspack.module?.rules?.push(cssTextRule, pureContractRule, leanI18nextRule, ...arcoLeanRules);
          rspack.module?.rules?.push(kitPartsRule(path.join(workspaceRoot, 'shell/src')));
          rspack.plugins.push(shareWithAreas(compiler));
          if (isProduction)
            rspack.plugins.push(...leanRuntime(compiler), withoutSnapshots(compiler), shellChunks());
        },
      },
      plugins: [
        pluginReact(),
        pluginModuleFederation({
          name: 'shell',
          remotes: {},
          dts: false,
          manifest: false,
          shareStrategy: 'loaded-first',
          shared: {}, // the shell uses its own modules; see shareWithAreas()
          // Areas are registered by their entry's address; snapshots are for published federation manifests.
          experiments: {
            provideExternalRuntime: true,
            optimization: { target: 'web', disableSnapshot: true },
          },
        }),
      ],
    };
    return isProduction ? production(config, pages) : development(config);
  });
}

/** Without this, `react-router` gives bundlers its code for development, with checks that only warn. */
function productionRouter() {
  const entry = createRequire(path.join(workspaceRoot, 'packages/ui/package.json')).resolve(
    'react-router-dom',
  );
  const router = path.dirname(createRequire(entry).resolve('react-router/package.json'));
  return {
    'react-router$': path.join(router, 'dist/production/index.mjs'),
    'react-router/dom$': path.join(router, 'dist/production/dom-export.mjs'),
  };
}

/** No inline scripts or styles, and hashes on everything: the page has a strict CSP. */
function production(config: RsbuildConfig, pages: Readonly<Record<string, string>>): RsbuildConfig {
  return {
    ...config,
    output: {
      assetPrefix: '/assets/shell/',
      inlineScripts: false,
      inlineStyles: false,
      dataUriLimit: 0,
      cleanDistPath: true,
      legalComments: 'none',
    },
    security: { sri: { enable: true, algorithm: 'sha384' } },
    performance: { printFileSize: false },
    plugins: [...(config.plugins ?? []), shellOutput(pages)],
  };
}

/** The shell with hot updates. Areas are hot or built, see `withHotAreas`; the gateway serves all other files. */
function development(config: RsbuildConfig): RsbuildConfig {
  // The gateway compares the page's origin with the requested host.
  const toGateway = { target: gatewayUrl(), changeOrigin: false };
  return {
    ...config,
    output: { assetPrefix: '/' },
    dev: { lazyCompilation: false, cliShortcuts: false },
    server: {
      host: '127.0.0.1',
      port: SHELL_PORT,
      strictPort: true,
      compress: false, // would buffer the gateway's streams
      setup: serveDevelopmentPage,
      proxy: Object.fromEntries(GATEWAY_PATHS.map((prefix) => [prefix, toGateway])),
    },
  };
}
