import type { Audience } from '@tollgate/federation';
import type { Context } from '../../core/context.ts';
import * as audiences from './repository/area-audiences.ts';
import type { BuildKey } from './repository/area-builds.ts';

/**
 * Records that a build is given to users. They may still read its files when the canary or pin ends, because
 * a page that runs the build still loads parts of it. A canary that grows under the same salt widens its
 * audience.
 */
export async function widenAudience(
  tx: Context,
  { area_id, build_id }: BuildKey,
  { salt, percent, roles, users }: Audience,
): Promise<void> {
  const key = { area_id, build_id, salt };
  const row = await audiences.find(tx.db, key);
  const earlier = row && readAudience(row);
  await audiences.put(tx.db, {
    ...key,
    percent: Math.max(percent, earlier?.percent ?? 0),
    cohorts: JSON.stringify({
      roles: union(earlier?.roles, roles),
      users: union(earlier?.users, users),
    }),
  });
}

/** Records that one user is given a build, whatever the canary says. */
export function widenByPin(tx: Context, build: BuildKey, userId: number): Promise<void> {
  return widenAudience(tx, build, { salt: `pin:${userId}`, percent: 0, roles: [], users: [userId] });
}

export function readAudience({ salt, percent, cohorts }: audiences.AudienceRow): Audience {
  return { salt, percent, ...readCohorts(cohorts) };
}

/** Returns the users that a column of cohorts names. */
export function readCohorts(cohorts: string): Cohorts {
  return cohorts === '' ? { roles: [], users: [] } : (JSON.parse(cohorts) as Cohorts);
}

interface Cohorts {
  roles: number[];
  users: number[];
}

function union(earlier: readonly number[] = [], more: readonly number[]): number[] {
  return [...new Set([...earlier, ...more])];
}
