export type HtmlNode = string | HtmlElement;

export interface HtmlElement {
  /** In lower case. */
  tag: string;
  href?: string;
  children: HtmlNode[];
}

/** Parses a small piece of HTML into plain data. Drops the content of scripts, styles and comments. */
export function parseHtml(html: string): HtmlNode[] {
  const root: HtmlElement = { tag: '', children: [] };
  const open: HtmlElement[] = [root];
  for (const [token] of html.replace(silent, '').matchAll(tokens)) {
    const parent = open.at(-1) ?? root;
    const [, slash, name, attributes] = /^<(\/?)([a-z][a-z0-9]*)([\s\S]*)>$/i.exec(token) ?? [];
    const tag = name?.toLowerCase();
    if (!tag) parent.children.push(decode(token));
    else if (slash) close(open, tag);
    else {
      const element = { tag, children: [], ...readHref(attributes ?? '') };
      parent.children.push(element);
      if (!empty.has(tag) && !attributes?.endsWith('/')) open.push(element);
    }
  }
  return root.children;
}

/** Closes up to the nearest open element of that name; an unmatched end tag changes nothing. */
function close(open: HtmlElement[], tag: string): void {
  const index = open.findLastIndex((element) => element.tag === tag);
  if (index > 0) open.length = index;
}

function readHref(attributes: string): { href?: string } {
  const [, double, single, bare] = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes) ?? [];
  const href = double ?? single ?? bare;
  return href === undefined ? {} : { href: decode(href).trim() };
}

function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (whole, decimal, hex, name) => {
    const point = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
    if (point === undefined) return entities[name] ?? whole;
    return point <= 0x10_ff_ff ? String.fromCodePoint(point) : whole;
  });
}

const silent = /<!--[\s\S]*?(?:-->|$)|<(script|style|iframe|svg|template)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
/** An element, or the text up to the next one; a lone `<` is text. */
const tokens = /<\/?[a-z](?:"[^"]*"|'[^']*'|[^"'<>])*>|[^<]+|</gi;
const empty = new Set(['br', 'hr', 'img', 'input', 'meta', 'link', 'wbr']);
const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  middot: '·',
};
