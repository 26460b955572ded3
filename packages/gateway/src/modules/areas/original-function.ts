import type { SourceMap } from 'node:module';

/** Minified names are that short. */
const SHORT = 2;

/**
 * Returns the name in the sources of a function that a browser named, or undefined when it cannot be known. It is the
 * name of the closest declaration before the place, because the code of the function follows its declaration. Exported
 * functions keep their names.
 * @param at counted from 0
 */
export function originalFunction(
  name: string,
  at: { line: number; column: number },
  { map, code }: { map: SourceMap; code: readonly string[] },
): string | undefined {
  for (let line = at.line; line >= 0; line -= 1) {
    const text = (code[line] ?? '').slice(0, line === at.line ? at.column : undefined);
    for (const column of declarationsIn(text, name)) {
      const entry = map.findEntry(line, column) as Entry;
      const isExact = entry.generatedLine === line && entry.generatedColumn === column;
      if (isExact && entry.name) return entry.name;
    }
  }
  return name.length > SHORT ? name : undefined;
}

/** Node's types lack the name. Without a mapping the entry is empty. */
interface Entry {
  generatedLine?: number;
  generatedColumn?: number;
  name?: string;
}

/** Where a line declares a function of this name, or gives one to a variable or property: the last first. */
function declarationsIn(text: string, name: string): number[] {
  const escaped = name.replaceAll('$', '\\$');
  const pattern = new RegExp(`(?<![\\w$.])${escaped}(?=\\s*(?:=(?!=)|:|\\())`, 'g');
  return [...text.matchAll(pattern)].map(({ index }) => index).reverse();
}
