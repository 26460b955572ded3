import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';

/** `http://127.0.0.1:3104/static/js/area.js:12:34` */
const PLACE = /https?:\/\/[^/\s)]+\/([\w./-]+\.js)(?:\?[^\s:)]*)?:(\d+):(\d+)/g;

/**
 * Replaces the places in a stack by those in the sources, by the source maps of a build folder.
 * @param root the folder of the area: its files are named from there
 */
export function mapStack(stack: string, folder: string, root: string): string {
  const maps = new Map<string, SourceMap | undefined>();
  return stack.replace(PLACE, (place, file: string, line: string, column: string) => {
    if (!maps.has(file)) maps.set(file, readMap(path.join(folder, file)));
    const entry = maps.get(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !('originalSource' in entry)) return place;
    return `${sourceName(entry.originalSource, path.dirname(path.join(folder, file)), root)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

/** `webpack://area_logs__dev/./src/log.tsx` is `src/log.tsx`, and so is a path from the built file to it. */
function sourceName(source: string, builtIn: string, root: string): string {
  if (source.startsWith('../')) {
    const name = path.relative(root, path.resolve(builtIn, source));
    return name.startsWith('..') ? source : name;
  }
  return source.replace(/^\w+:\/\/[^/]*\//, '').replace(/^\.\//, '');
}

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload);
  } catch {
    return undefined; // a file of the console, or between two builds
  }
}
