import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isTest, listSources } from './sources.ts';

/** The first match decides. Numbers are lines. */
const LIMITS: { what: string; files: RegExp; lines: number }[] = [
  { what: 'a generated file', files: /\.gen\./, lines: Number.POSITIVE_INFINITY },
  { what: 'a provider adapter', files: /\/relay\/providers\/[^/]+(?<!\.test)\.ts$/, lines: 120 },
  { what: 'a component', files: /(?<!\.(test|stories))\.tsx$/, lines: 150 },
  { what: 'a source file', files: /./, lines: 300 },
];

/** Checks the length of files: a file that is too long does two things. */
export function checkSizes(root: string): { complaints: string[]; note: string } {
  const sized = listSources(root).map((file) => ({ file, lines: countLines(path.join(root, file)) }));
  const complaints = sized.flatMap(({ file, lines }) => {
    const limit = LIMITS.find(({ files }) => files.test(file));
    return limit && lines > limit.lines
      ? [`${file} has ${lines} lines; ${limit.what} stops at ${limit.lines}.`]
      : [];
  });
  const product = sized.filter(({ file }) => !isTest(file)).map(({ lines }) => lines);
  const note = `${product.length} files, median ${quantile(product, 0.5)} lines, p90 ${quantile(product, 0.9)}`;
  return { complaints, note };
}

function countLines(file: string): number {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.filter((line) => !SPEC.test(line)).length;
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}

/** Lists the statements that a test proves; not counted as a line. */
const SPEC = /^\s*\/\/ @spec /;
