import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';

export type Path = readonly (string | number)[];

interface Parsed {
  readonly value: unknown;
  readonly syntax: readonly { line: number; reason: string }[];
  /** The line of a field, or of what should have it. */
  lineOf(path: Path): number;
}

export function parseYaml(text: string): Parsed {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const syntax = [...document.errors, ...document.warnings].map(({ pos: [at], message }) => ({
    line: lines.linePos(at).line,
    reason: message,
  }));
  const lineAt = (offset: number | undefined) => (offset === undefined ? 1 : lines.linePos(offset).line);
  return {
    value: syntax.length > 0 ? undefined : document.toJS(),
    syntax,
    lineOf: (path) => lineAt(findOffset(document.contents, path)),
  };
}

function findOffset(contents: Node | null, path: Path): number | undefined {
  let node: unknown = contents;
  let offset = contents?.range?.[0];
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
      if (!pair) return offset;
      offset = isScalar(pair.key) ? pair.key.range?.[0] : offset;
      node = pair.value;
    } else if (isSeq(node)) {
      const item = node.items[Number(step)] as Node | undefined;
      offset = item?.range?.[0] ?? offset;
      node = item;
    } else return offset;
  }
  return offset;
}
