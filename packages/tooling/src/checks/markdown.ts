/** What a document refers to: the target of a link, or a path that is written as `code`. */
export interface Reference {
  line: number;
  kind: 'link' | 'path';
  target: string;
}

/** Returns links and paths, without those in code blocks. */
export function readReferences(markdown: string): Reference[] {
  return proseLines(markdown).flatMap(({ line, text }): Reference[] => {
    const plain = text.replaceAll(CODE, '');
    const links = [...plain.matchAll(LINK), ...plain.matchAll(HTML_LINK)];
    const paths = [...text.matchAll(CODE)].filter(([, code = '']) => isPath(code));
    return [
      ...links.map(([, target = '']) => ({ line, kind: 'link' as const, target })),
      ...paths.map(([, target = '']) => ({ line, kind: 'path' as const, target })),
    ];
  });
}

const CODE = /`([^`]+)`/g;
const LINK = /\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g;
const HTML_LINK = /\s(?:src|href)="([^"]+)"/g;

/** Below a top-level folder, or with the ending of a source file. `mfe-<id>/src` and `../area.ts` are examples. */
function isPath(code: string): boolean {
  if (!/^[\w@.*-][\w@.*{},/-]*$/.test(code) || code.startsWith('../')) return false;
  return (
    /^(packages|docs|deploy|shell|mfe-[\w*-]+)\//.test(code) || /[\w}]\.(tsx?|mjs|cjs|css|md)$/.test(code)
  );
}

/** Returns the anchors of all headings, as GitHub writes them: repeated ones get a number. */
export function readAnchors(markdown: string): string[] {
  const counts = new Map<string, number>();
  return proseLines(markdown).flatMap(({ text }) => {
    const [, heading] = /^#{1,6}\s+(.+?)\s*#*$/.exec(text) ?? [];
    if (heading === undefined) return [];
    const slug = heading
      .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-');
    const before = counts.get(slug) ?? 0;
    counts.set(slug, before + 1);
    return [before === 0 ? slug : `${slug}-${before}`];
  });
}

/** Returns the lines outside code blocks. */
function proseLines(markdown: string): { line: number; text: string }[] {
  let fence: string | undefined;
  return markdown.split('\n').flatMap((text, index) => {
    const [, mark] = /^\s*(`{3,}|~{3,})/.exec(text) ?? [];
    const isInside = fence !== undefined || mark !== undefined;
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) fence = undefined;
    return isInside ? [] : [{ line: index + 1, text }];
  });
}
