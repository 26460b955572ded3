import { type AreaOverride, type BuildRef, inEachLanguage, type RegistrySnapshot } from '@tollgate/contract';

/**
 * Returns the registry with areas from development servers, including killed ones, because a developer must
 * see them to fix them. Such a build has no fallback, or the developer would look at the wrong one.
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

/** Its file changes with every save, so it has no hash; the page's policy allows its origin. */
export function buildAt({ id, origin }: Pick<AreaOverride, 'id' | 'origin'>): BuildRef {
  const file = (name: string) => ({ url: `${origin}/${name}`, integrity: '', bytes: 0 });
  return {
    buildId: DEVELOPED,
    version: DEVELOPED,
    container: `area_${id.replaceAll('-', '_')}__${DEVELOPED}`,
    entry: file('remoteEntry.js'),
    preload: [],
    i18n: inEachLanguage(() => file('')),
  };
}

/** Placeholder build id of an area under development. */
export const DEVELOPED = 'dev';
