import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

/** The texts as they are read once the console has another language. Test files share modules: all are loaded again. */
async function loadTexts() {
  vi.resetModules();
  const { languages } = await import('@tollgate/contract');
  (languages as unknown as string[]).push('xx');
  return import('./texts.ts');
}

let texts: Awaited<ReturnType<typeof loadTexts>>;
const folder = mkdtempSync(path.join(tmpdir(), 'area-'));
beforeAll(async () => {
  texts = await loadTexts();
});
afterAll(() => {
  vi.resetModules();
  rmSync(folder, { recursive: true });
});

function write(language: string, content: object): void {
  mkdirSync(path.join(folder, 'src/i18n'), { recursive: true });
  writeFileSync(path.join(folder, `src/i18n/${language}.json`), JSON.stringify(content));
}

const source = { routes: [{ path: '/log', access: 'user' as const, title: 'log.title' }], nav: [] };

test('an area without an added language is still built, and one with it has all of its texts', () => {
  write('zh', { log: { title: '日志' } });
  write('en', { log: { title: 'Log' } });
  expect(texts.pickTexts(folder, source)).toEqual({
    zh: { 'log.title': '日志' },
    en: { 'log.title': 'Log' },
  });
  write('xx', { log: { title: 'Xx' } });
  expect(texts.pickTexts(folder, source)).toHaveProperty('xx', { 'log.title': 'Xx' });
  write('xx', {});
  expect(() => texts.pickTexts(folder, source)).toThrow('xx.json lacks "log.title"');
});
