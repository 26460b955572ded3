/**
 * Compares two versions as https://semver.org says (§11): negative when `a` comes before `b`. Ignores a
 * leading `v` and the part after a `+`. Returns `undefined` when one of them is no such version.
 */
export function compareVersions(a: string, b: string): number | undefined {
  const [left, right] = [parse(a), parse(b)];
  if (!left || !right) return undefined;
  return compareLists(left.numbers, right.numbers) || comparePreRelease(left.pre, right.pre);
}

function parse(text: string): { numbers: string[]; pre: string[] } | undefined {
  const [, major, minor, patch, pre] = VERSION.exec(text.trim()) ?? [];
  if (major === undefined || minor === undefined || patch === undefined) return undefined;
  return { numbers: [major, minor, patch], pre: pre === undefined ? [] : pre.split('.') };
}

/** A pre-release comes before its version. */
function comparePreRelease(a: string[], b: string[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  return compareLists(a, b);
}

function compareLists(a: string[], b: string[]): number {
  for (const [index, part] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    const order = compareParts(part, other);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Numbers compare by value at any length and come before words. Words compare by their characters. */
function compareParts(a: string, b: string): number {
  const [isNumber, isOtherNumber] = [NUMBER.test(a), NUMBER.test(b)];
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  if (isNumber && a.length !== b.length) return a.length - b.length;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const NUMBER = /^\d+$/;
const VERSION = /^v?(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;
