import path from 'node:path';
import type { Context } from '../core/context.ts';
import { type Builds, readBuilds } from './builds.ts';

const RECHECK_AFTER_MS = 2000;

/** The root folder of the product, which contains the built console and the server. */
export const productRoot = path.join(import.meta.dirname, '../../../..');

/**
 * Returns the builds on disk. New and removed builds are detected within two seconds, so that copying a
 * folder publishes an area.
 */
export function createBundledBuilds(root: string, now: () => number): () => Builds {
  let cached: { builds: Builds; atMs: number } | undefined;
  return () => {
    if (!cached || now() - cached.atMs >= RECHECK_AFTER_MS)
      cached = { builds: readBuilds(root), atMs: now() };
    return cached.builds;
  };
}

/** The same for code without a console instance, such as the checks of a new build. */
export function bundledBuilds({ config, now }: Context): Builds {
  const listBuilds = byConfig.get(config) ?? createBundledBuilds(config.consoleDir ?? productRoot, now);
  byConfig.set(config, listBuilds);
  return listBuilds();
}

const byConfig = new WeakMap<Context['config'], () => Builds>();
