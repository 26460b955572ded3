import type { ListedArea, ListedBuild } from './areas.data.ts';

/** A served build whose publish key was revoked. */
export interface UntrustedUse {
  buildId: string;
  /** The name of the key. */
  key: string;
  /** The rollout rule that serves it, and that must change to end it. */
  by: 'everybody' | 'canary' | 'pin';
}

/** Returns whether a build may be rolled out: not after its publish key was revoked. */
export function isTrusted({ publish_key }: Pick<ListedBuild, 'publish_key'>): boolean {
  return publish_key?.state !== 'revoked';
}

/** Returns the currently served builds of revoked keys, each once, the most widely served first. */
export function findUntrustedUse({ builds, everybody, canary, pins }: ListedArea): UntrustedUse[] {
  const uses: [UntrustedUse['by'], string][] = [
    ['everybody', everybody.build_id],
    ['canary', canary && canary.frozen === '' ? canary.build_id : ''],
    ...pins.map(({ build_id }): [UntrustedUse['by'], string] => ['pin', build_id]),
  ];
  const first = new Map(uses.toReversed().map(([by, buildId]) => [buildId, by]));
  return builds
    .filter((build) => !isTrusted(build) && !build.revoked)
    .flatMap(({ build_id: buildId, publish_key }) => {
      const by = first.get(buildId);
      return by ? [{ buildId, key: publish_key?.name ?? '', by }] : [];
    })
    .sort((a, b) => ORDER.indexOf(a.by) - ORDER.indexOf(b.by));
}

/** Returns the target of a rollback, as the gateway chooses it: empty for the bundled build, undefined without one. */
export function findRollbackTarget({ history, builds }: ListedArea): string | undefined {
  return history.find((buildId) => {
    const build = builds.find(({ build_id }) => build_id === buildId);
    return buildId === '' || !build || (isTrusted(build) && !build.revoked);
  });
}

/** Returns the build by which a rollback ends the retirement of an area. Undefined without one. */
export function findWayBack(area: ListedArea): string | undefined {
  return findRollbackTarget(area) || undefined;
}

const ORDER: readonly UntrustedUse['by'][] = ['everybody', 'canary', 'pin'];
