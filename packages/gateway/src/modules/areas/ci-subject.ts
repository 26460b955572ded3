/**
 * Returns whether the subject of an ID token is one of a pattern. `*` means any signs but `:`, so that no part of a
 * subject that a stranger may choose, such as the name of a branch, reaches into the next one.
 */
export function isSubjectOf(pattern: string, subject: string): boolean {
  const [wanted, parts] = [pattern.split(':'), subject.split(':')];
  return wanted.length === parts.length && wanted.every((part, index) => isPartOf(part, parts[index] ?? ''));
}

/** Each literal is looked for behind the last one, the final one at the end: no input makes this slow. */
function isPartOf(pattern: string, text: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const literal of others) {
    const found = text.indexOf(literal, at);
    if (found === -1) return false;
    at = found + literal.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
