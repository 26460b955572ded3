import { globSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../../..');
export const docs = path.join(root, 'docs');

export interface Page {
  /** Absolute path of the Markdown file. */
  file: string;
  route: string;
}

/** Routes of Markdown outside docs/ that the docs lead to. */
const OUTSIDE: Record<string, string> = {
  'CONTRIBUTING.md': '/contributing',
  'CODE_OF_CONDUCT.md': '/code-of-conduct',
  'SECURITY.md': '/report-a-security-problem',
  'deploy/README.md': '/deploy',
};

/** Lists all pages in English, whether their files are in docs/ or elsewhere in the repository. */
function listEnglish(): Page[] {
  const inside = globSync('**/*.md', { cwd: docs, exclude: ['zh/**'] });
  const readmes = globSync(['packages/*/README.md', 'mfe-*/README.md', 'shell/README.md'], { cwd: root });
  return [
    ...inside.map((name) => ({ file: path.join(docs, name), route: `/${name.replace(/\.md$/, '')}` })),
    ...Object.entries(OUTSIDE).map(([name, route]) => ({ file: path.join(root, name), route })),
    ...readmes.map((name) => ({ file: path.join(root, name), route: `/${path.dirname(name)}` })),
  ];
}

function listChinese(): Page[] {
  return globSync('**/*.md', { cwd: path.join(docs, 'zh') }).map((name) => ({
    file: path.join(docs, 'zh', name),
    route: `/zh/${name.replace(/\.md$/, '')}`,
  }));
}

const english = listEnglish();
const chinese = listChinese();

/** Route of a page by its file. */
export const routes: ReadonlyMap<string, string> = new Map(
  [...english, ...chinese].map(({ file, route }) => [file, route]),
);

/**
 * Pages that the generator does not find below docs/: those outside, and every page without a translation once more
 * below /zh, so that a Chinese reader keeps the Chinese navigation and the language switch never leads to a 404.
 */
export function listAddedPages(): { routePath: string; filepath: string }[] {
  const translated = new Set(chinese.map(({ route }) => route));
  const home = (language: string) => path.join(import.meta.dirname, `home/${language}.md`);
  return [
    { routePath: '/', filepath: home('en') },
    { routePath: '/zh/', filepath: home('zh') },
    ...english.flatMap(({ file, route }) => [
      ...(file.startsWith(`${docs}${path.sep}`) ? [] : [{ routePath: route, filepath: file }]),
      ...(translated.has(`/zh${route}`) ? [] : [{ routePath: `/zh${route}`, filepath: file }]),
    ]),
  ];
}
