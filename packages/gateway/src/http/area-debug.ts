import type { RegistrySnapshot, ResolvedArea } from '@tollgate/contract';

/** Tells people with rights on areas which builds an answer chose for them and why: `logs;build=7c773f8fcd;why=canary`. */
export const AREA_DEBUG = 'x-tollgate-areas';

/** Returns the header for a viewer who may watch these areas; none when there is nothing to tell. */
export function areaDebugHeader(
  { areas }: RegistrySnapshot,
  watched: 'all' | readonly string[] = [],
): Record<string, string> {
  const own = areas.filter(({ id }) => watched === 'all' || watched.includes(id));
  return own.length > 0 ? { [AREA_DEBUG]: own.map(describe).join(', ') } : {};
}

function describe({ id, state, active, why, reason }: ResolvedArea): string {
  if (active) return `${id};build=${active.buildId};why=${why}`;
  return `${id};state=${state}${reason ? `;reason=${reason.code}` : ''}`;
}
