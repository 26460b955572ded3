import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkRange, isNoticed } from './check-range.ts';
import { checkMessage, listScopes } from './commit-message.ts';

const scopes = listScopes([
  'packages/gateway/src/relay/relay.ts',
  'mfe-logs/package.json',
  'docs/billing.md',
]);

test.each([
  'fix(relay): retry realtime sessions with the next key',
  'feat(logs)!: remove the old export',
  'docs(billing): describe holds\n\nThe reason.',
  'build(deps): embed the dictionary',
  'feat: add an area',
  'Merge branch "main" into feature',
  'fixup! fix(relay): retry',
])('the message "%s" passes', (message) => {
  expect(checkMessage(message, scopes)).toEqual([]);
});

test.each([
  ['Retries with the next key', 'is not "type(scope): subject"'],
  ['feature(relay): retry', '"feature" is not a type'],
  ['fix(realy): retry', '"realy" is not a scope'],
  ['fix(relay): Retry', 'Begin the subject with a small letter.'],
  ['fix(relay): retry.', 'Remove the period'],
  ['fix(relay): retried calls', 'instead of "retried"'],
  [`fix(relay): ${'r'.repeat(61)}`, 'The first line has 73 characters; 72 are allowed.'],
  ['fix(relay): retry\nBecause', 'Put an empty line'],
])('the message "%s" is rejected', (message, why) => {
  expect(checkMessage(message, scopes)).toEqual([expect.stringContaining(why)]);
});

test('comments that git adds to a message are ignored', () => {
  expect(checkMessage('fix(relay): retry\n# Please enter the commit message\n', scopes)).toEqual([]);
});

test('users notice features, fixes and speed of the product, unless the commit says that they do not', () => {
  expect(isNoticed('fix(relay): retry')).toBe(true);
  expect(isNoticed('feat: add an area')).toBe(true);
  expect(isNoticed('fix(tooling): find the browser')).toBe(false);
  expect(isNoticed('docs(relay): describe retries')).toBe(false);
  expect(isNoticed('fix(relay): rename a variable\n\nChangelog: none\n')).toBe(false);
});

test('a range is rejected for its messages and for a missing change file', () => {
  const { root, commit } = createRepository();
  commit('docs: begin', 'readme.md');
  commit('fix(relay): retry', 'relay/a.ts');
  expect(checkRange(root, 'HEAD~1..HEAD').complaints).toEqual([
    expect.stringContaining('No file in changes/ tells users about:\n  fix(relay): retry\n'),
  ]);
  commit('fixup! fix(relay): retry', 'changes/users-retries.md');
  expect(checkRange(root, 'HEAD~2..HEAD').complaints).toEqual([
    expect.stringContaining('Squash this commit before the merge'),
  ]);
});

function createRepository() {
  const root = mkdtempSync(path.join(os.tmpdir(), 'tollgate-commits-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: root });
  git('init', '-q');
  const commit = (message: string, file: string) => {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), message);
    git('add', '.');
    git('commit', '-qm', message);
  };
  return { root, commit };
}
