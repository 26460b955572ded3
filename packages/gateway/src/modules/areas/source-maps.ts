import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import { productRoot } from '../../console/bundled-builds.ts';
import type { Context } from '../../core/context.ts';
import * as builds from './repository/area-builds.ts';

/** `static/js/async/12.ab34.js:1:2345` */
const PLACE = /^([\w./-]+\.m?js):(\d+):(\d+)$/;

/**
 * Returns a function that leads places in the files of one build to its sources. Browsers never get source maps: they
 * are published with the build and read here. A place without a map stays as it is.
 */
export function createMapper(ctx: Context, build: builds.BuildKey): (place: string) => Promise<string> {
  const maps = new Map<string, Promise<SourceMap | undefined>>();
  return async (place) => {
    const [, file, line, column] = PLACE.exec(place) ?? [];
    if (!file || file.split('/').includes('..')) return place;
    const map = maps.get(file) ?? readMap(ctx, build, `${file}.map`);
    maps.set(file, map);
    const entry = (await map)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !('originalSource' in entry)) return place;
    return `${sourceName(entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  };
}

async function readMap(ctx: Context, build: builds.BuildKey, file: string): Promise<SourceMap | undefined> {
  try {
    const text = readBundled(ctx, build, file) ?? (await builds.findFile(ctx.db, build, file))?.toString();
    return text === undefined ? undefined : new SourceMap(JSON.parse(text) as SourceMapPayload);
  } catch {
    return undefined; // no map that could be read
  }
}

function readBundled(ctx: Context, { area_id, build_id }: builds.BuildKey, file: string): string | undefined {
  const { consoleDir = productRoot } = ctx.config;
  const full = path.join(consoleDir, `mfe-${area_id}`, 'dist', build_id, file);
  return existsSync(full) ? readFileSync(full, 'utf8') : undefined;
}

/** `webpack://area_logs__0123456789/./src/log.tsx` is `src/log.tsx`, and so is `../../../src/log.tsx` of a nested file. */
function sourceName(source: string): string {
  return source.replace(/^[\w-]+:\/\/[^/]*\//, '').replace(/^(?:\.{1,2}\/)+/, '');
}
