import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';

/** `http://127.0.0.1:3104/static/js/area.js:12:34` */
const PLACE = /https?:\/\/[^/\s)]+\/([\w./-]+\.js)(?:\?[^\s:)]*)?:(\d+):(\d+)/g;

/** Replaces the places in a stack by those in the sources, by the source maps of a build folder. */
export function mapStack(stack: string, folder: string): string {
  const maps = new Map<string, SourceMap | undefined>();
  return stack.replace(PLACE, (place, file: string, line: string, column: string) => {
    if (!maps.has(file)) maps.set(file, readMap(path.join(folder, file)));
    const entry = maps.get(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !('originalSource' in entry)) return place;
    return `${sourceName(entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

/** `webpack://area_logs__dev/./src/log.tsx` is `src/log.tsx`. */
function sourceName(source: string): string {
  return source.replace(/^\w+:\/\/[^/]*\//, '').replace(/^\.\//, '');
}

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload);
  } catch {
    return undefined; // a file of the console, or between two builds
  }
}
