import { execFileSync } from 'node:child_process';
import { checkMessage, listScopes, parseHeader } from './commit-message.ts';

/** Scopes of what no user of the product notices. */
const INTERNAL = /^(tooling|bench|e2e|storybook|testing|test|trust|ci)$/;

/** Checks the commits of a range such as `origin/main..HEAD`, and that a change of the product is in `changes/`. */
export function checkRange(root: string, range: string): { complaints: string[]; note: string } {
  const scopes = listScopes(git(root, 'ls-files', '-z'));
  const messages = git(root, 'log', '--no-merges', '-z', '--format=%B', range).map((text) => text.trim());
  const complaints = messages.flatMap((message) => {
    const [first = ''] = message.split('\n');
    const whys = /^(fixup|squash|amend)! /.test(first)
      ? ['Squash this commit before the merge: git rebase --autosquash.']
      : checkMessage(message, scopes);
    return whys.map((why) => `${first}\n  ${why}`);
  });
  const noticed = messages.filter(isNoticed);
  const [base, head] = range.split(/\.{2,3}/);
  const added = git(
    root,
    'diff',
    '-z',
    '--name-only',
    '--diff-filter=AM',
    `${base}...${head}`,
    'changes/*.md',
  );
  if (noticed.length > 0 && added.length === 0) complaints.push(missingChange(noticed));
  return { complaints, note: `${messages.length} commits` };
}

/** Returns whether a commit says that users of the product notice it. */
export function isNoticed(message: string): boolean {
  const header = parseHeader(message.split('\n')[0] ?? '');
  if (!header || /^Changelog: none$/m.test(message)) return false;
  return /^(feat|fix|perf)$/.test(header.type) && !INTERNAL.test(header.scope ?? '');
}

function missingChange(messages: readonly string[]): string {
  const subjects = messages.map((message) => `  ${message.split('\n')[0]}`).join('\n');
  return `No file in changes/ tells users about:\n${subjects}\nAdd one (changes/README.md says how), or end a message with "Changelog: none" when no user notices.`;
}

function git(root: string, ...args: string[]): string[] {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
  return execFileSync('git', args, options).split('\0').filter(Boolean);
}
