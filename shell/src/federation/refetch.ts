import type { BuildRef, Language } from '@tollgate/contract';
import { placeBuild } from './mirror.ts';
import { textsOf } from './preload.ts';

const LIMIT_MS = 4000;

/**
 * Fetches the files of a build past the browser's cache. Builds are cached for a year: a damaged file would
 * fail its hash on every further try.
 */
export async function refetchBuild(build: BuildRef, language: Language): Promise<void> {
  const signal = AbortSignal.timeout(LIMIT_MS);
  const placed = placeBuild(build);
  const files = [placed.entry, ...placed.preload, ...textsOf(placed, language)].filter(
    (asset) => asset.integrity,
  );
  await Promise.allSettled(
    files.map(async ({ url }) => (await fetch(url, { cache: 'reload', signal })).arrayBuffer()),
  );
}
