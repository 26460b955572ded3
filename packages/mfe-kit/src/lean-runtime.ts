import path from 'node:path';
import type { Rspack, rspack } from '@rsbuild/core';

/**
 * Uses the ES modules of the federation runtime. Its plugin selects the CommonJS files, which cannot be
 * tree-shaken: the shell's entry was 36.3 kB with them and is 29.4 kB without (gzip).
 */
export function leanRuntime(compiler: typeof rspack): Rspack.RspackPluginInstance[] {
  return [
    new compiler.NormalModuleReplacementPlugin(COMMON_JS, (resource) => {
      resource.request = asModule(resource.request);
    }),
    { apply: replaceAliases },
  ];
}

/**
 * Leaves snapshots of remotes and preloading by them out of the shell, which uses neither. The plugin's own option
 * leaves out only what starts them.
 */
export function withoutSnapshots(compiler: typeof rspack): Rspack.RspackPluginInstance {
  return new compiler.NormalModuleReplacementPlugin(
    SNAPSHOTS,
    path.join(import.meta.dirname, 'no-snapshots.mjs'),
  );
}

const SNAPSHOTS = /(?:plugins\/snapshot\/SnapshotHandler|\.\/utils\/preload)\.js$/;

/** The federation plugin sets them after all plugins are added. */
function replaceAliases({ hooks, options }: Rspack.Compiler): void {
  hooks.afterPlugins.tap('tollgate:lean-runtime', () => {
    const { alias } = options.resolve;
    if (!alias) return;
    for (const [name, file] of Object.entries(alias))
      if (typeof file === 'string' && COMMON_JS.test(file)) alias[name] = asModule(file);
  });
}

function asModule(file: string): string {
  return file.replace(/\.cjs$/, '.js');
}

const COMMON_JS = /@module-federation.*\.cjs$/;
