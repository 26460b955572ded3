import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runKitCommand } from './run-command.ts';

function areaFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'run-command-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(path.join(folder, 'package.json'), '{ "tollgate": { "area": "billing" } }');
  return folder;
}

test.each([
  [['lis'], 'There is no action "lis". Did you mean "list"?'],
  [['dev', '--inot', 'https://gate.example'], 'There is no option "--inot". Did you mean "--into"?'],
  [['retire', '--to', '/token'], 'Say why: npx tollgate-area retire --to /token --reason "moved to tokens"'],
  [['retire', '--raeson', 'old'], 'There is no option "--raeson". Did you mean "--reason"?'],
  [
    ['dev', '--into', 'gate'],
    '"gate" is no address of a console. Say which: dev --into https://gate.example',
  ],
])('%j is refused with what was meant', async (typed, sentence) => {
  await expect(runKitCommand(typed, areaFolder())).rejects.toThrow(sentence);
});
