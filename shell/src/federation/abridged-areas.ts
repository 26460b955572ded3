import type { ResolvedArea } from '@tollgate/contract';
import { isAbridged } from '@tollgate/federation';
import type { RegistrySource } from './registry-source.ts';
import type { createWantedPages } from './wanted-pages.ts';

/** An area can be loaded without the rest, only slower, so a click does not wait long for it. */
const WAIT_MS = 1000;

/** The areas that the page held abridged: fetches what is missing of all of them, once. */
export function createAbridgedAreas(registry: RegistrySource) {
  let pending: Promise<void> | undefined;
  return { fetchRest, complete };

  async function fetchRest(): Promise<void> {
    if (!isAbridged(registry.get())) return;
    pending ??= registry.refresh().finally(() => {
      pending = undefined;
    });
    await pending;
  }

  /** Returns the area with its files and fallbacks. Returns it as it is when these do not come in time. */
  async function complete(area: ResolvedArea): Promise<ResolvedArea> {
    if (!area.abridged) return area;
    await Promise.race([fetchRest(), new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
    return registry.get().areas.find(({ id }) => id === area.id) ?? area;
  }
}

/** Returns a function that fetches the page at a path of an area, of its active build, before it is opened. */
export function createPreload({
  registry,
  breaker,
  pages,
  complete,
}: {
  registry: RegistrySource;
  breaker: { hasFailed(buildId: string): boolean };
  pages: Pick<ReturnType<typeof createWantedPages>, 'prepare'>;
  complete(area: ResolvedArea): Promise<ResolvedArea>;
}) {
  const prepare = (area: ResolvedArea, path: string) => {
    const build = area.active;
    if (build && !breaker.hasFailed(build.buildId)) pages.prepare(area, build, path);
  };
  return (areaId: string, path: string): void => {
    const area = registry.get().areas.find(({ id }) => id === areaId);
    if (area?.abridged) void complete(area).then((whole) => prepare(whole, path));
    else if (area) prepare(area, path);
  };
}
