import type { RetiredAddress } from '@tollgate/contract';
import { matchesPattern } from './routes.ts';

const MAX_HOPS = 5;

/**
 * Returns where an address of a retired area leads: a path of the console, or the empty text when the page is gone.
 * Undefined for an address that no retired area had. What leads to another retired area is followed.
 */
export function findRetired(retired: readonly RetiredAddress[], pathname: string): string | undefined {
  let at = pathname;
  for (let hops = 0; hops < MAX_HOPS; hops += 1) {
    const found = retired.find(({ path }) => matchesPattern(path, at));
    if (!found) return hops === 0 ? undefined : at;
    if (found.to === '') return '';
    at = fillIn(found, at);
  }
  return ''; // They lead in a circle.
}

/** Replaces the `:name` parts of the target by those of the address. */
function fillIn({ path, to }: RetiredAddress, pathname: string): string {
  const given = pathname.split('/');
  const names = path.split('/');
  return to.replace(/:(\w+)/g, (whole) => given[names.indexOf(whole)] ?? '');
}
