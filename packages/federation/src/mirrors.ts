import { type BuildRef, mapLanguages, type RegistrySnapshot, type ResolvedArea } from '@tollgate/contract';

/** How a build that everybody may fetch is chosen. A mirror knows no sessions. */
const FOR_EVERYBODY: ReadonlySet<ResolvedArea['why']> = new Set(['stable', 'newest']);

/**
 * Marks the builds whose files browsers fetch from a mirror of the gateway's `/assets/areas/`. Isolated areas stay at the
 * gateway: their page names each module by its address.
 * @param mirror an origin: `https://cdn.example`
 */
export function withMirror<T extends Pick<RegistrySnapshot, 'areas'>>(
  snapshot: T,
  mirror: string | undefined,
): T & Pick<RegistrySnapshot, 'mirror'> {
  if (!mirror) return snapshot;
  const areas = snapshot.areas.map((area) =>
    FOR_EVERYBODY.has(area.why)
      ? { ...area, active: area.active && mark(area.active), fallbacks: area.fallbacks.map(mark) }
      : area,
  );
  return { ...snapshot, areas, mirror };
}

/** Returns a build with the addresses of its files at the mirror, if the gateway marked it. */
export function placeAtMirror(build: BuildRef, mirror: string): BuildRef {
  if (!build.mirrored) return build;
  const move = <File extends { url: string }>(file: File): File => ({ ...file, url: mirror + file.url });
  const { entry, preload, pages, i18n } = build;
  const movedPages = Object.entries(pages ?? {}).map(([route, files]) => [route, files.map(move)] as const);
  return {
    ...build,
    entry: move(entry),
    preload: preload.map(move),
    ...(pages && { pages: Object.fromEntries(movedPages) }),
    ...(i18n && { i18n: mapLanguages(i18n, move) }),
  };
}

function mark(build: BuildRef): BuildRef {
  return build.contract === 2 ? build : { ...build, mirrored: true };
}
