import type { AreaOverride, BuildRef, RegistrySnapshot } from '@tollgate/contract';

/**
 * The registry where areas come from development servers: also one that was killed, because whoever mends it must see
 * it. Nothing stands in for a build that does not load, or one would look at the wrong one.
 */
export function withOverrides<T extends Pick<RegistrySnapshot, 'areas'>>(
  snapshot: T,
  overrides: readonly AreaOverride[] | undefined,
): T & Pick<RegistrySnapshot, 'overrides'> {
  if (!overrides) return snapshot;
  const areas = snapshot.areas.map((area) => {
    const override = overrides.find(({ id }) => id === area.id);
    if (!override) return area;
    const { reason: _, ...rest } = area;
    return { ...rest, state: 'on' as const, why: 'dev' as const, active: buildAt(override), fallbacks: [] };
  });
  return { ...snapshot, areas, overrides: [...overrides] };
}

/** Its file changes with every save, so it has no hash: the page's own rules say that it may come from there. */
export function buildAt({ id, origin }: Pick<AreaOverride, 'id' | 'origin'>): BuildRef {
  const file = (name: string) => ({ url: `${origin}/${name}`, integrity: '', bytes: 0 });
  return {
    buildId: DEVELOPED,
    version: DEVELOPED,
    container: `area_${id.replaceAll('-', '_')}__${DEVELOPED}`,
    entry: file('remoteEntry.js'),
    preload: [],
    i18n: { zh: file(''), en: file('') },
  };
}

/** What stands for the id of a build that is no build yet. */
export const DEVELOPED = 'dev';
