import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RsbuildPlugin, Rspack } from '@rsbuild/core';
import { hostApi } from '@tollgate/contract';
import { readBom } from './bom.ts';
import { criticalFiles } from './critical-files.ts';
import { readPackage } from './workspace.ts';

/** Writes `shell.manifest.json`: what the gateway must know about this shell to choose areas that fit. */
export function shellOutput(): RsbuildPlugin {
  return {
    name: 'tollgate:shell-output',
    setup(api) {
      api.onAfterBuild(({ stats }) => {
        if (!stats || stats.hasErrors()) return;
        const { version } = readPackage(api.context.rootPath);
        const critical = criticalFiles(stats as Rspack.Stats);
        const manifest = { schema: 1, version, hostApi, bom: readBom(api.context.rootPath), critical };
        writeFileSync(
          path.join(api.context.distPath, 'shell.manifest.json'),
          `${JSON.stringify(manifest)}\n`,
        );
      });
    },
  };
}
