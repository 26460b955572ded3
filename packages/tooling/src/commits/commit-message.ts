/** The types of Conventional Commits that this repository uses. */
export const TYPES = [
  'feat',
  'fix',
  'perf',
  'refactor',
  'test',
  'docs',
  'build',
  'ci',
  'style',
  'chore',
  'revert',
];
/** Scopes that are not the name of a folder or file. */
const MORE_SCOPES = ['deps', 'release'];
const MAX_SUBJECT = 72;
/** What git writes by itself, and what `git rebase --autosquash` removes. */
const BY_GIT = /^(Merge |Revert "|(fixup|squash|amend)! )/;
/** Verbs that look like another form. */
const IMPERATIVE = /^(bring|embed|exceed|feed|need|ping|proceed|seed|shed|speed|spring|string|succeed)$/;

export interface Header {
  type: string;
  scope?: string;
  isBreaking: boolean;
  subject: string;
}

/** Returns the parts of `fix(relay)!: retry …`, or undefined when the line has another form. */
export function parseHeader(line: string): Header | undefined {
  const [, type, scope, mark, subject] = /^(\w+)(?:\(([^)]*)\))?(!)?: (.*)$/.exec(line) ?? [];
  if (type === undefined || subject === undefined) return undefined;
  return { type, ...(scope !== undefined && { scope }), isBreaking: mark === '!', subject };
}

/**
 * Returns what is wrong with a commit message, as sentences. `scopes` are the allowed scopes; comments of git
 * are ignored.
 */
export function checkMessage(message: string, scopes: ReadonlySet<string>): string[] {
  const [first = '', second = ''] = message.split('\n').filter((line) => !line.startsWith('#'));
  if (BY_GIT.test(first)) return [];
  const header = parseHeader(first);
  if (!header)
    return [`"${first}" is not "type(scope): subject", such as "fix(relay): retry with the next key".`];
  return [
    ...checkHeader(header, scopes),
    ...(first.length > MAX_SUBJECT
      ? [`The first line has ${first.length} characters; ${MAX_SUBJECT} are allowed. Say why in the body.`]
      : []),
    ...(second.trim() === '' ? [] : ['Put an empty line between the first line and the body.']),
  ];
}

function checkHeader({ type, scope, subject }: Header, scopes: ReadonlySet<string>): string[] {
  const [verb = ''] = subject.split(' ');
  const isKnown = scope === undefined || scopes.has(scope) || MORE_SCOPES.includes(scope);
  return [
    ...(TYPES.includes(type) ? [] : [`"${type}" is not a type. Types: ${TYPES.join(', ')}.`]),
    ...(isKnown ? [] : [`"${scope}" is not a scope: use the name of a folder or file, such as "relay".`]),
    ...(/^\p{Lu}/u.test(subject) ? ['Begin the subject with a small letter.'] : []),
    ...(subject.endsWith('.') ? ['Remove the period after the subject.'] : []),
    ...(/.(ed|ing)$/.test(verb) && !IMPERATIVE.test(verb)
      ? [`Begin the subject with a verb in the imperative, instead of "${verb}".`]
      : []),
  ];
}

/** Returns the scopes of a repository: the names of its folders and files, without endings and the prefix `mfe-`. */
export function listScopes(files: readonly string[]): Set<string> {
  const names = files.flatMap((file) => file.split('/'));
  return new Set(names.map((name) => name.replace(/^mfe-(?!kit$)/, '').replace(/(?<=.)\..*$/, '')));
}
