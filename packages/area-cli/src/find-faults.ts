import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { shellLinks } from '@tollgate/contract';
import { type BuildCandidate, type BuildTools, findBuildFaults } from '@tollgate/federation';
import { parse } from 'es-module-lexer/js';
import { didYouMean } from './similar-name.ts';

/** Returns why a build must not be published, each as `CODE what is wrong`. Empty when it may. */
export function findFaults(candidate: BuildCandidate): string[] {
  return findBuildFaults(candidate, nodeBuildTools).map((fault) => fault + guessLink(fault, candidate));
}

/** The link that an unknown one may have been meant to be. */
function guessLink(fault: string, { manifest, others = [] }: BuildCandidate): string {
  const [, name] = UNKNOWN_LINK.exec(fault) ?? [];
  if (!name) return '';
  const linked = [manifest, ...others].flatMap(({ contributes }) => Object.keys(contributes.links ?? {}));
  const guess = didYouMean(name, [...Object.keys(shellLinks), ...linked]);
  return guess && `.${guess}`;
}

const UNKNOWN_LINK = /^LINK no area has a page called (\S+)$/;

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
