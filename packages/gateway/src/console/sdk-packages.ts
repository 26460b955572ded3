import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Context } from '../core/context.ts';
import { productRoot } from './bundled-builds.ts';

/** `sdk/dist/index.json`, as `npm run sdk` writes it. */
export interface SdkIndex {
  version: string;
  packages: Record<string, { manifest: object; file: string; integrity: string; shasum: string }>;
}

/** The packages for areas that came with this version of the product. */
export interface SdkPackages {
  /** Undefined in a checkout where they were never packed. */
  index(): SdkIndex | undefined;
  read(file: string): Buffer;
}

/** Reads the packages on disk, and reads the index again when they were packed again. */
export function createSdkPackages(root: string): SdkPackages {
  const folder = path.join(root, 'sdk/dist');
  const indexFile = path.join(folder, 'index.json');
  let cached: { index: SdkIndex; at: number } | undefined;
  return {
    index() {
      if (!existsSync(indexFile)) return undefined;
      const { mtimeMs } = statSync(indexFile);
      if (cached?.at !== mtimeMs)
        cached = { index: JSON.parse(readFileSync(indexFile, 'utf8')) as SdkIndex, at: mtimeMs };
      return cached.index;
    },
    read: (file) => readFileSync(path.join(folder, file)),
  };
}

/** The same for code without a console instance. */
export function sdkPackages({ config }: Context): SdkPackages {
  const packages = byConfig.get(config) ?? createSdkPackages(config.consoleDir ?? productRoot);
  byConfig.set(config, packages);
  return packages;
}

const byConfig = new WeakMap<Context['config'], SdkPackages>();
