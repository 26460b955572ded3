/** One line of prose, without code. */
export interface Line {
  number: number;
  text: string;
}

/** Returns the prose of a file by its kind: Markdown, English texts, or the comments of a source. */
export function readProse(file: string, content: string): Line[] {
  const lines = content.split('\n');
  if (file.endsWith('.md')) return number(lines, readMarkdown(lines));
  if (file.endsWith('.json')) return number(lines, lines.map(readText));
  if (/\.(ya?ml|sh|conf|service)$/.test(file))
    return number(
      lines,
      lines.map((line) => /(?:^|\s)#\s(.*)/.exec(line)?.[1] ?? ''),
    );
  return number(lines, readComments(lines));
}

function number(lines: readonly string[], texts: readonly string[]): Line[] {
  return lines.flatMap((_, index) => {
    const text = withoutCode(texts[index] ?? '');
    return /\p{L}/u.test(text) ? [{ number: index + 1, text }] : [];
  });
}

/** Leaves out fenced and indented code. */
function readMarkdown(lines: readonly string[]): string[] {
  let isCode = false;
  return lines.map((line) => {
    const isFence = /^\s*(```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    return isFence || isCode || /^ {4}\S/.test(line) ? '' : line;
  });
}

/** The value of a JSON line: `"title": "Add a channel",`. */
function readText(line: string): string {
  return (/^\s*"[^"]*":\s*"(.*)",?\s*$/.exec(line)?.[1] ?? '').replaceAll(/\\n|\{\{.*?\}\}/g, ' ');
}

/** Comments of TypeScript and CSS, and titles of tests. Directives to tools are left out. */
function readComments(lines: readonly string[]): string[] {
  return lines.map((line) => {
    const comment = /^\s*(?:\/\/|\/?\*+)(?:\s(.*)|$)/.exec(line)?.[1] ?? /[^:]\/\/\s(.*)$/.exec(line)?.[1];
    if (comment !== undefined) return DIRECTIVE.test(comment) ? '' : comment.replace('*/', '');
    return TITLE.exec(line)?.[2] ?? '';
  });
}

const DIRECTIVE = /^(@(spec|reads|ts-)|biome-|<reference|#)/;
const TITLE = /^\s*(?:test|it|describe)(?:\.\w+)?\((['"`])(.*?)\1[,)]/;

/** Removes what is not written for reading: code spans, addresses, paths, tags, placeholders. */
function withoutCode(text: string): string {
  return text
    .replaceAll(/`[^`]*`/g, CODE)
    .replaceAll(/\]\([^)]*\)/g, '] ')
    .replaceAll(/<[^>]*>|\$\{[^}]*\}|\{@\w+ [^}]*\}|@\w+ \{[^}]*\}/g, ' ')
    .replaceAll(/\b\w+:\/\/\S+|\S*[/\\@=_~$]\S*/g, CODE);
}

/** Keeps the words before and after code apart. */
const CODE = ' … ';
