import { hash } from 'node:crypto';
import toPrototypes from 'unhomoglyph';

/**
 * Hashes of a user name's skeletons (after UTS 39, section 4). Names that share one look alike: they differ
 * only in case, accents, punctuation, width, invisible characters, or similar letters of another alphabet.
 *
 * A name has up to eight skeletons: four readings, each as written and without decoration. `PauI` looks like
 * `paul` as written, and is `paui` in another case. `rooт` is `root` once its Cyrillic letter is a capital.
 *
 * Not compared: letters that look alike only in italics (Cyrillic `и` and Latin `u`), and words spelled with other
 * digits or signs than `0` and `1` (`4dmin`).
 *
 * The skeletons are stored. A change of this function, or of its library's table, needs a migration.
 */
export function nameSkeletons(name: string): string[] {
  const plain = name.normalize('NFKC');
  // The library reads a 1 as a small l. In front of a letter it may be a capital I, as in `adm1n`.
  const readings = [plain, foldCase(plain), raiseOtherAlphabets(plain)];
  const ones = ONE.test(plain) ? [plain.replace(ONES, 'i')] : [];
  const forms = new Set([
    ...[...readings.slice(0, 2), ...ones].map((reading) => skeletonOf(reading)),
    ...[...readings, ...ones].map((reading) => skeletonOf(withoutPunctuation(reading), withoutAccents)),
  ]);
  return [...forms].map((form) => hash('sha256', form)).sort();
}

const ONE = /1(?=\p{L})/u;
const ONES = new RegExp(ONE.source, 'gu');

/** True for a character that is invisible or blank. Such a name cannot be distinguished from others. */
export function hasInvisible(name: string): boolean {
  return INVISIBLE.test(name);
}

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{C}\u2800]/u;
const ALL_INVISIBLE = new RegExp(INVISIBLE.source, 'gu');

/** One round may produce letters that have a prototype themselves. Three rounds are the most ever seen. */
const MAX_ROUNDS = 8;

function skeletonOf(text: string, simplify: (text: string) => string = (same) => same): string {
  let before = '';
  let form = text;
  for (let round = 0; form !== before && round < MAX_ROUNDS; round += 1) {
    before = form;
    const prototypes = toPrototypes(simplify(form.replace(ALL_INVISIBLE, '').normalize('NFD')));
    form = foldCase(simplify(prototypes).normalize('NFKC'));
  }
  return form;
}

/**
 * `root.` and `ro-ot` look like `root` in a sentence. Between two digits one sign stays, because `team1-11`
 * and `team11-1` are different names. A name of signs alone keeps them.
 */
function withoutPunctuation(text: string): string {
  const letters = text
    .normalize('NFKD')
    .replace(/(?<=\p{N})[^\p{L}\p{M}\p{N}]+(?=\p{N})/gu, '-')
    .replace(/[^\p{L}\p{M}\p{N}-]|(?<!\p{N})-|-(?!\p{N})/gu, '');
  return letters === '' ? text : letters;
}

/**
 * Removes marks of Latin, Greek and Cyrillic letters. Those of other scripts stay: they make other letters,
 * as in Japanese, or are the vowels, as in Hindi and Thai. Composes the text at the end, because the
 * library's table treats the separate ring of `パ` as an accent.
 */
function withoutAccents(text: string): string {
  return text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(SMALL_CAPITALS, (letter) => smallCapitals.get(letter) ?? letter)
    .normalize('NFC');
}

// The ranges from the tables of Unicode, as an alternation: a class would mix them into one character.
const ACCENTS =
  /[\u0300-\u036f]|[\u0483-\u0489]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/g;

/**
 * Small capitals and similar letters. Unicode's table (confusables.txt) ignores them, and maps Cyrillic and
 * Greek small letters to them: `т` and `τ` to `ᴛ`, `к` and `κ` to `ĸ`.
 */
const smallCapitals = new Map(
  [
    ...'aᴀ bʙ bв cᴄ dᴅ eᴇ gɢ hʜ hн iɪ jᴊ kᴋ kĸ kк lʟ mᴍ mʍ mм nɴ oᴏ pᴘ rʀ sꜱ tᴛ tт uᴜ vᴠ wᴡ yʏ zᴢ'.split(' '),
  ].map(([latin = '', letter = '']) => [letter, latin] as const),
);
const SMALL_CAPITALS = new RegExp(`[${[...smallCapitals.keys()].join('')}]`, 'gu');

/**
 * Small letters whose capitals look like Latin capitals, such as Greek `ε` and `η`. Latin letters stay: the capital I
 * looks like a small L, so that `ali` would become `all`.
 */
function raiseOtherAlphabets(text: string): string {
  return text.replace(/[\p{Script=Greek}\p{Script=Cyrillic}]/gu, (letter) => letter.toUpperCase());
}

/** Goes through upper case, so that `ß` and `SS` are equal. The dot of an i is no mark of its own. */
function foldCase(text: string): string {
  return text
    .toUpperCase()
    .toLowerCase()
    .replace(/([ij])\u0307/g, '$1');
}
