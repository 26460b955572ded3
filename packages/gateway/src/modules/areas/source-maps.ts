import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import { productRoot } from '../../console/bundled-builds.ts';
import type { Context } from '../../core/context.ts';
import { originalFunction } from './original-function.ts';
import * as builds from './repository/area-builds.ts';

/** `static/js/async/12.ab34.js:1:2345`, or `t (static/js/async/12.ab34.js:1:2345)` */
const PLACE = /^(?:([\w$]+) \()?([\w./-]+\.m?js):(\d+):(\d+)\)?$/;

interface Mapped {
  map: SourceMap;
  /** The lines of the file. */
  code: string[];
}

/**
 * Returns a function that leads places in the files of one build to its sources, with the names that functions have
 * there. Browsers never get source maps: they are published with the build and read here. A place without a map stays
 * as it is.
 */
export function createMapper(ctx: Context, build: builds.BuildKey): (place: string) => Promise<string> {
  const files = new Map<string, Promise<Mapped | undefined>>();
  return async (place) => {
    const [, name, file, line, column] = PLACE.exec(place) ?? [];
    if (!file || file.split('/').includes('..')) return place;
    const reading = files.get(file) ?? readMapped(ctx, build, file);
    files.set(file, reading);
    const mapped = await reading;
    const at = { line: Number(line) - 1, column: Number(column) - 1 };
    const entry = mapped?.map.findEntry(at.line, at.column);
    if (!mapped || !entry || !('originalSource' in entry)) return place;
    const source = `${sourceName(entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
    const original = name && originalFunction(name, at, mapped);
    return original ? `${original} (${source})` : source;
  };
}

async function readMapped(ctx: Context, build: builds.BuildKey, file: string): Promise<Mapped | undefined> {
  try {
    const [text, code = ''] = await Promise.all(
      [`${file}.map`, file].map(async (name) => {
        return readBundled(ctx, build, name) ?? (await builds.findFile(ctx.db, build, name))?.toString();
      }),
    );
    if (text === undefined) return undefined;
    return { map: new SourceMap(JSON.parse(text) as SourceMapPayload), code: code.split('\n') };
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
