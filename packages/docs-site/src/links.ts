import { existsSync } from 'node:fs';
import path from 'node:path';
import { root, routes } from './pages.ts';

interface Node {
  type: string;
  url?: string;
  children?: Node[];
}

/**
 * Remark plugin for links that the generator could not resolve because they leave docs/. A link to a page outside docs/
 * gets its route. A link to a source file becomes plain text, because the site does not contain sources.
 * Throws when the file does not exist.
 */
export function resolveLinks() {
  return (tree: Node, page: { path: string }) => visit(tree, page.path);
}

function visit(node: Node, page: string): void {
  for (const child of node.children ?? []) {
    if (child.type === 'link' && child.url !== undefined) resolve(child, child.url, page);
    visit(child, page);
  }
}

function resolve(link: Node, url: string, page: string): void {
  if (/^([a-z]+:|#|\/)/.test(url)) return;
  const [target = '', anchor] = url.split('#');
  const file = path.join(path.dirname(page), target);
  const route = routes.get(file);
  if (route) link.url = anchor ? `${route}.html#${anchor}` : `${route}.html`;
  else if (file.startsWith(root) && existsSync(file)) link.type = 'emphasis';
  else throw new Error(`${path.relative(root, page)} links to ${url}, which does not exist.`);
}
