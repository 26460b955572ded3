import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { KIT_PARTS } from './shared.ts';

/**
 * Makes a page fetch only the parts of the kit that it uses: rewrites imports from `@tollgate/ui/data` and
 * `@tollgate/ui/form` to imports of their parts, in sources of the console and of areas.
 */
export function kitPartsRule(sources: string) {
  return {
    test: /\.tsx?$/,
    include: sources,
    enforce: 'pre' as const,
    use: [
      {
        loader: path.join(import.meta.dirname, 'kit-parts-loader.cjs'),
        options: { parts: Object.fromEntries(readParts()) },
      },
    ],
  };
}

/** Returns which part exports each name. Every part lists its names, so that they can be read without running it. */
export function readParts(): Map<string, string> {
  return new Map(
    KIT_PARTS.flatMap((part) =>
      namesOf(readFileSync(fileURLToPath(import.meta.resolve(part)), 'utf8')).map(
        (name) => [name, part] as const,
      ),
    ),
  );
}

function namesOf(source: string): string[] {
  return [...source.matchAll(/^export \{([^}]*)\} from/gm)].flatMap(([, list = '']) =>
    list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type ')),
  );
}
