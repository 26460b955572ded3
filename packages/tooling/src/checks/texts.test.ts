import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { checkTexts } from './texts.ts';

let root: string;
afterEach(() => rmSync(root, { recursive: true }));

function write(files: Record<string, object>): void {
  root = mkdtempSync(path.join(tmpdir(), 'texts-'));
  for (const [file, texts] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), JSON.stringify(texts));
  }
}

test('every language with a folder of shared texts needs every text, with the same placeholders', () => {
  write({
    'packages/i18n/src/locales/en/common.json': { save: 'Save', left: '{{count}} left' },
    'packages/i18n/src/locales/zh/common.json': { save: '保存', left: '剩余 {{count}}' },
    'packages/i18n/src/locales/fr/common.json': { left: 'reste {{number}}' },
    'mfe-logs/src/i18n/en.json': { title: 'Log' },
    'mfe-logs/src/i18n/zh.json': { title: '日志', old: '旧' },
  });
  expect(checkTexts(root).complaints.sort()).toEqual([
    'mfe-logs/src/i18n/en.json lacks "old".',
    'mfe-logs/src/i18n/fr.json is missing.',
    'packages/i18n/src/locales/fr/common.json fills "left" with {number}, English with {count}.',
    'packages/i18n/src/locales/fr/common.json lacks "save".',
  ]);
});
