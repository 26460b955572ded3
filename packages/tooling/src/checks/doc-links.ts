import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readAnchors, readReferences } from './markdown.ts';

/**
 * Checks all Markdown of the repository: links lead to a file and a heading that exist, and paths in `code` name a file
 * or folder that exists.
 */
export function checkDocLinks(root: string): { complaints: string[]; note: string } {
  const files = globSync(FILES, { cwd: root, exclude: isGenerated }).sort();
  const documents = files.filter((file) => file.endsWith('.md'));
  const texts = new Map(documents.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
  const repository: Repository = { files, all: new Set(files), texts };
  let count = 0;
  const complaints = [...texts].flatMap(([file, text]) => {
    const references = readReferences(text);
    count += references.length;
    return references.flatMap(({ line, kind, target }) => {
      const complaint = kind === 'link' ? checkLink(repository, file, target) : checkPath(repository, target);
      return complaint ? [`${file}:${line} ${complaint}`] : [];
    });
  });
  return { complaints, note: `${count} links and paths in ${documents.length} documents` };
}

const FILES = [
  ...['*', '.*', '.github/**', '{changes,docs,deploy}/**'],
  ...['{shell,mfe-*,packages/*}/**', 'packages/*/.storybook/**'],
];

function isGenerated(file: string): boolean {
  return /(^|\/)(node_modules|dist|\.tsc|storybook-static|test-results)$/.test(file);
}

interface Repository {
  /** Files and folders, as paths from the root. */
  files: readonly string[];
  all: ReadonlySet<string>;
  texts: ReadonlyMap<string, string>;
}

function checkLink({ all, texts }: Repository, file: string, link: string): string | undefined {
  if (/^[a-z][a-z+.-]*:/.test(link)) return undefined;
  const [target = '', anchor] = decodeURIComponent(link).split('#');
  const found = target === '' ? file : path.join(path.dirname(file), target).replace(/\/$/, '');
  if (!all.has(found)) return `links to ${link}, which does not exist.`;
  const text = texts.get(found);
  if (anchor === undefined || text === undefined || readAnchors(text).includes(anchor)) return undefined;
  return `links to ${link}, but there is no such heading.`;
}

/** A path may begin at any folder: documents shorten `packages/gateway/src/relay/upstream` to `relay/upstream`. */
function checkPath({ files, all }: Repository, named: string): string | undefined {
  const target = path.normalize(named).replace(/\/$/, '');
  if (EXAMPLE.test(target) || all.has(target)) return undefined;
  const isThere = /[*{]/.test(target)
    ? files.some((file) => path.matchesGlob(file, target) || path.matchesGlob(file, `**/${target}`))
    : files.some((file) => file.endsWith(`/${target}`));
  return isThere ? undefined : `names ${named}, which does not exist.`;
}

/** The area and the language that guides add, and what builds write. */
const EXAMPLE = /^mfe-billing(\/|$)|(^|\/)dist(\/|$)|\/fr(\/|\.json|$)/;
