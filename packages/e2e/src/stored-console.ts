import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/**
 * A whole console built on an earlier day: the shell and one build of each area, in one file. It tests
 * whether yesterday's code runs with today's, which no build of today can show.
 */
const STORED = path.resolve(import.meta.dirname, '../fixtures/console-1.0.json.br');

/** Host API that the stored shell offers and the stored areas require. */
export const STORED_API = '1.0.0';

type Files = Record<string, { text: string } | { base64: string }>;

/** Unpacks the stored shell, the stored areas or both into a console folder. */
export function unpackStored(root: string, parts: readonly ('shell' | 'areas')[]): void {
  const files = JSON.parse(brotliDecompressSync(readFileSync(STORED)).toString()) as Files;
  for (const [name, content] of Object.entries(files)) {
    if (!parts.includes(name.startsWith('shell/') ? 'shell' : 'areas')) continue;
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    const bytes = 'text' in content ? content.text : Buffer.from(content.base64, 'base64');
    writeFileSync(path.join(root, name), bytes);
  }
}

/**
 * Stores a console folder for later tests: `node packages/e2e/src/stored-console.ts <folder>`. Run it once
 * for each major version of the host API, with the first build that has it.
 */
function store(root: string): void {
  const apps = readdirSync(root).filter((name) => name === 'shell' || name.startsWith('mfe-'));
  const names = apps.flatMap((app) =>
    readdirSync(path.join(root, app, 'dist'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
  );
  const files: Files = {};
  for (const name of names.sort()) {
    const content = readFileSync(path.join(root, name));
    const isText = /\.(js|css|json|html|svg)$/.test(name);
    files[name] = isText ? { text: content.toString() } : { base64: content.toString('base64') };
  }
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  mkdirSync(path.dirname(STORED), { recursive: true });
  writeFileSync(STORED, brotliCompressSync(JSON.stringify(files), { params }));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) store(process.argv[2] ?? '');
