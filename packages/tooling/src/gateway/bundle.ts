import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { root } from '../workspace.ts';

const gateway = path.join(root, 'packages/gateway');
/** What has parts for each machine is found by Node when the gateway runs. */
export const NATIVE = ['better-sqlite3', '@node-rs/argon2', 'pg-native'];

/**
 * Writes the gateway as a few files of JavaScript into `target`, a folder `dist` next to its sources: Node finds, reads
 * and compiles a thousand files otherwise, which is more than half of a start and a quarter of the memory.
 */
export async function bundleGateway(target = path.join(gateway, 'dist')): Promise<void> {
  const bundle = await rolldown({
    input: { main: path.join(gateway, 'src/main.ts') },
    platform: 'node',
    external: NATIVE,
    plugins: [filesOfTheirOwn(), partsOfUndici()],
  });
  rmSync(target, { recursive: true, force: true });
  await bundle.write({
    dir: target,
    format: 'esm',
    // Sources stay in memory, with two bytes a letter where one letter is not ASCII, also in a comment.
    charset: 'ascii',
    comments: false,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
  await bundle.close();
}

/** `new URL('./name', import.meta.url)`: a file that is read, or runs in a thread or process of its own. */
const FILE = /new URL\('([^']+)', import\.meta\.url\)/g;
const FOLDER = /import\.meta\.dirname/g;

/** Keeps the files that sources find next to themselves: programs become entries, all others are copied. */
function filesOfTheirOwn(): Plugin {
  return {
    name: 'files-of-their-own',
    transform(code, id) {
      if (!id.startsWith(root) || id.includes('node_modules')) return null;
      const moved = code.replace(FILE, (_, name: string) => {
        const file = path.resolve(path.dirname(id), name);
        const { name: stem, ext } = path.parse(file);
        if (ext === '.ts') this.emitFile({ type: 'chunk', id: file, fileName: `${stem}.mjs` });
        else this.emitFile({ type: 'asset', fileName: stem + ext, source: readFileSync(file) });
        return `new URL('./${stem}${ext === '.ts' ? '.mjs' : ext}', import.meta.url)`;
      });
      const folder = path.relative(path.join(gateway, 'dist'), path.dirname(id));
      return moved.replace(FOLDER, `(import.meta.dirname + '/${folder}')`);
    },
  };
}

/**
 * Leaves out what the gateway does not use of undici: its fetch, caches and mocks are three quarters of a megabyte
 * that would be read at each start. A name that is missing here ends the build.
 */
function partsOfUndici(): Plugin {
  const folder = path.dirname(createRequire(path.join(gateway, 'package.json')).resolve('undici'));
  const part = (name: string) => JSON.stringify(path.join(folder, 'lib', `${name}.js`));
  return {
    name: 'parts-of-undici',
    resolveId: (id) => (id === 'undici' ? '\0undici' : null),
    load: (id) =>
      id === '\0undici'
        ? `import api from ${part('api/index')};
          import Agent from ${part('dispatcher/agent')};
          import Dispatcher from ${part('dispatcher/dispatcher')};
          import buildConnector from ${part('core/connect')};
          import errors from ${part('core/errors')};
          Object.assign(Dispatcher.prototype, api);
          export { Agent, buildConnector, errors };`
        : null,
  };
}

if (import.meta.main) await bundleGateway();
