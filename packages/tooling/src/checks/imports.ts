import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';
import type { Violation } from './sources.ts';

interface Config {
  forbidden: IForbiddenRuleType[];
  options: Record<string, unknown> & { enhancedResolveOptions: object };
}

/** The rules of `.dependency-cruiser.cjs`, for the repository and for the planted copy. */
export function readConfig(): Config {
  return createRequire(import.meta.url)('../../../../.dependency-cruiser.cjs') as Config;
}

/** Checks every import below `root`. `read` lists the parsed files, so that a blind check is noticed. */
export async function checkImports(root: string): Promise<{ read: Set<string>; violations: Violation[] }> {
  const { forbidden, options } = readConfig();
  const folders = readdirSync(root).filter(
    (name) => /^(packages|shell|mfe-.+)$/.test(name) && existsSync(path.join(root, name)),
  );
  const { output } = await cruise(
    folders,
    { ...options, baseDir: root, validate: true, ruleSet: { forbidden } },
    options.enhancedResolveOptions,
  );
  const { modules, summary } = output as ICruiseResult;
  const why = new Map(forbidden.map(({ name, comment }) => [name, comment ?? '']));
  const violations = summary.violations.map(({ rule, from, to }) => ({
    rule: rule.name,
    file: `${from} -> ${to}`,
    why: why.get(rule.name) ?? '',
  }));
  const nameless = modules
    .filter(({ source }) => !source.includes('node_modules/'))
    .flatMap(({ source, dependencies }) =>
      dependencies
        .filter(({ module }) => /^\.\.?(\/|$)/.test(module) && !FILE.test(module))
        .map(({ module }) => ({ ...FILES_BY_NAME, file: `${source} -> ${module}` })),
    );
  return { read: new Set(modules.map(({ source }) => source)), violations: [...violations, ...nameless] };
}

/** The linter also has this rule, but reads the whole repository and all packages for each file. */
export const FILES_BY_NAME = {
  rule: 'files-by-name',
  why: "Write the file as it is called: './tokens.ts'. Node and the selection of tests guess no endings.",
};
const FILE = /\.([cm]?[jt]sx?|json|css|svg|png|webp)(\?\w+)?$/;
