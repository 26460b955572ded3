import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { leanI18nextRule } from './lean-i18next.ts';

const require = createRequire(import.meta.url);

test('the module that areas share has no components for ICU texts and fetches Trans later', () => {
  const main = createRequire(path.join(import.meta.dirname, '../../i18n/package.json')).resolve(
    'react-i18next',
  );
  const file = path.join(main.slice(0, main.indexOf('/dist/')), 'dist/es/index.js');
  expect(file).toMatch(leanI18nextRule.test);
  const source = readFileSync(file, 'utf8');
  const load: (this: { resourcePath: string }, source: string) => string = require(
    leanI18nextRule.use[0] ?? '',
  );
  const lean = load.call({ resourcePath: file }, source);
  const names = (code: string) =>
    [...code.matchAll(/^export (?:\{[^}]*?(\w+) \}|const (\w+))/gm)].map(([, last, own]) => last ?? own);
  const dropped = names(source).filter((name) => !names(lean).includes(name));
  expect(dropped).toEqual(['IcuTrans', 'IcuTransWithoutContext', 'nodesToString']);
  expect(lean).not.toMatch(/from '\.\/Trans(?:WithoutContext)?\.js'/);
  expect(() => load.call({ resourcePath: file }, lean)).toThrow('No ICU components');
});
