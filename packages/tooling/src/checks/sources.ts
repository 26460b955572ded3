import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Lang, parse } from '@ast-grep/napi';
import { type SourceRule, sourceRules } from './source-rules.ts';

export interface Violation {
  rule: string;
  file: string;
  line?: number;
  why: string;
}

/** Lists all source files of the repository, as paths from the root. */
export function listSources(root: string): string[] {
  const homes = '{shell,mfe-*,packages/*}';
  const kinds = '*.{ts,tsx,mjs,cjs}';
  return globSync([kinds, `${homes}/${kinds}`, `${homes}/{src,.storybook}/**/${kinds}`], {
    cwd: root,
  }).sort();
}

/** Tests may do what the product may not. */
export function isTest(file: string): boolean {
  return /\.(test|spec|stories|fixtures)\.tsx?$|\/testing(\/|\.tsx?$)/.test(file);
}

export function checkSources(root: string, files: string[], rules: SourceRule[] = sourceRules): Violation[] {
  return files
    .filter((file) => !isTest(file))
    .flatMap((file) => {
      const applicable = rules.filter((rule) => rule.in.test(file) && !rule.except?.test(file));
      if (applicable.length === 0) return [];
      const source = readFileSync(path.join(root, file), 'utf8');
      const tree = parse(Lang.Tsx, source).root();
      return applicable.flatMap(({ name, why, forbids }) =>
        tree
          .findAll({ rule: forbids })
          .map((found) => ({ rule: name, file, line: found.range().start.line + 1, why })),
      );
    });
}
