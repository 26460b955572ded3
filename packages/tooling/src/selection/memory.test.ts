import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { changedFiles, currentTree, keep, recall } from './memory.ts';

function createRepository() {
  const root = mkdtempSync(path.join(os.tmpdir(), 'tollgate-memory-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: root });
  const write = (file: string, text: string) => writeFileSync(path.join(root, file), text);
  git('init', '-q');
  write('.gitignore', '.cache/\n');
  write('old.ts', "import './other.ts';");
  git('add', '.');
  git('commit', '-qm', 'one');
  write('new.ts', '');
  git('add', '.');
  git('commit', '-qm', 'two');
  return { root, git, write };
}

const changesIn = (root: string) => [...changedFiles(root, currentTree(root), recall(root)?.tree)].sort();

test('before the first check, changed files are the uncommitted ones or those of the last commit', () => {
  const { root, git, write } = createRepository();
  expect(changesIn(root)).toEqual(['new.ts']);
  write('old.ts', '// edited');
  write('untracked.ts', '');
  expect(changesIn(root)).toEqual(['old.ts', 'untracked.ts']);
  git('add', '.');
  expect(changesIn(root)).toEqual(['old.ts', 'untracked.ts']);
});

test('later, changed files are those that differ from the last check, committed or not', () => {
  const { root, git, write } = createRepository();
  const tests = { 'a.test.ts': { seen: '1', passed: '1', seconds: 2 } };
  keep(root, { tree: currentTree(root), tests, well: { lint: 'x' } });
  expect(changesIn(root)).toEqual([]);
  expect(recall(root)).toEqual({ tree: currentTree(root), tests, well: { lint: 'x' } });
  write('old.ts', '// edited');
  git('commit', '-qam', 'three');
  rmSync(path.join(root, 'new.ts'));
  expect(changesIn(root)).toEqual(['new.ts', 'old.ts']);
});

test('a tree rereads only changed files and leaves out ignored ones', () => {
  const { root, write } = createRepository();
  const first = currentTree(root);
  expect([...first.keys()]).toEqual(['.gitignore', 'new.ts', 'old.ts']);
  expect(first.get('old.ts')?.names).toEqual([{ text: './other.ts' }]);
  write('new.ts', "import './old.ts';");
  keep(root, { tree: first, tests: {}, well: {} });
  const second = currentTree(root, recall(root)?.tree);
  expect(second.get('new.ts')?.names).toEqual([{ text: './old.ts' }]);
  expect(second.get('old.ts')).toEqual(first.get('old.ts'));
});
