import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { type BuildCandidate, type BuildTools, findBuildFaults } from '@tollgate/federation';
import { parse } from 'es-module-lexer/js';

/** Returns why a build must not be published, each as `CODE what is wrong`. Empty when it may. */
export function findFaults(candidate: BuildCandidate): string[] {
  return findBuildFaults(candidate, nodeBuildTools);
}

/** Hashes, sizes and texts by Node. */
export const nodeBuildTools: BuildTools = {
  integrity: (content) => `sha384-${createHash('sha384').update(content).digest('base64')}`,
  compressedSize: (content) => gzipSync(content).length,
  text: (content) => Buffer.from(content).toString(),
  readModule,
};

function readModule(code: string) {
  try {
    const [imports, exports] = parse(code);
    return {
      imports: imports.flatMap(({ n: specifier }) => (specifier === undefined ? [] : [specifier])),
      exports: exports.map(({ n: name }) => name),
    };
  } catch {
    return undefined;
  }
}
