import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests on several databases run first: alone at the end, one of them would leave all cores but one idle. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const onServers = new Set(sorted.filter(({ moduleId }) => usesServers(moduleId)));
    return [...onServers, ...sorted.filter((file) => !onServers.has(file))];
  }
}

function usesServers(file: string): boolean {
  return /\bdescribe(Databases|Servers)\b/.test(readFileSync(file, 'utf8'));
}
