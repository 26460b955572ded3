import type { Output, promoteBuild } from '@tollgate/contract';

/** What a promotion did. Where it needs another person, the first one has only requested it. */
export function describePromotion(
  { id, build_id }: { id: string; build_id: string },
  { state }: Output<typeof promoteBuild>,
): string {
  if (state === 'stable') return `Everybody gets build ${build_id} of ${id} now.`;
  return `Build ${build_id} of ${id} waits for another person, who promotes it with: tollgate-area promote ${id} ${build_id}`;
}
