import { hash } from 'node:crypto';
import toPrototypes from 'unhomoglyph';

/**
 * What a user name looks like, as hashes of its skeletons (UTS 39, section 4). Names that share one look alike: in
 * another case, with letters of another alphabet or another width, or with characters that nobody sees.
 *
 * A name has two skeletons where upper-case letters look like others than their lower-case ones do: `PauI` looks like
 * `paul` as it stands, and is `paui` in another case.
 *
 * The skeletons are stored. A change of this function, or of the table of its library, needs a migration.
 */
export function nameSkeletons(name: string): string[] {
  const plain = name.normalize('NFKC');
  const forms = new Set([skeletonOf(plain), skeletonOf(foldCase(plain))]);
  return [...forms].map((form) => hash('sha256', form)).sort();
}

/** True for a character that takes no room, or only room. Such a name cannot be told from others. */
export function hasInvisible(name: string): boolean {
  return INVISIBLE.test(name);
}

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{C}\u2800]/u;
const ALL_INVISIBLE = new RegExp(INVISIBLE.source, 'gu');

/** One round may make letters that have a prototype themselves. Three are the most that was seen. */
const MAX_ROUNDS = 8;

function skeletonOf(text: string): string {
  let before = '';
  let form = text;
  for (let round = 0; form !== before && round < MAX_ROUNDS; round += 1) {
    before = form;
    form = foldCase(toPrototypes(form.replace(ALL_INVISIBLE, '').normalize('NFD')).normalize('NFKC'));
  }
  return form;
}

/** By way of upper case, so that `ß` and `SS` are one. The dot of an i is no mark of its own. */
function foldCase(text: string): string {
  return text
    .toUpperCase()
    .toLowerCase()
    .replace(/([ij])\u0307/g, '$1');
}
