import path from 'node:path';
import type { Context } from '../core/context.ts';
import { type Builds, readBuilds } from './builds.ts';

const RECHECK_AFTER_MS = 2000;

/** The folder of the whole product, where the built console lies beside the server. */
export const productRoot = path.join(import.meta.dirname, '../../../..');

/**
 * What lies on disk right now. Builds that appear or vanish are seen within two seconds, so that an area is published by
 * putting its folder there.
 */
export function createBundledBuilds(root: string, now: () => number): () => Builds {
  let known: { builds: Builds; atMs: number } | undefined;
  return () => {
    if (!known || now() - known.atMs >= RECHECK_AFTER_MS) known = { builds: readBuilds(root), atMs: now() };
    return known.builds;
  };
}

/** The same for whoever has no console at hand, such as the checks of a new build. */
export function bundledBuilds({ config, now }: Context): Builds {
  const known = byConfig.get(config) ?? createBundledBuilds(config.consoleDir ?? productRoot, now);
  byConfig.set(config, known);
  return known();
}

const byConfig = new WeakMap<Context['config'], () => Builds>();
