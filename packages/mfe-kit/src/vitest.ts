import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * How tests of an area run: `export default defineAreaTests()` in `vitest.config.ts`. A DOM without a browser, the
 * components as the console loads them, and a clean page for each test.
 */
export function defineAreaTests() {
  const here = (name: string) => {
    const file = path.join(import.meta.dirname, name);
    return existsSync(`${file}.ts`) ? `${file}.ts` : `${file}.js`;
  };
  return {
    resolve: { alias: arcoAliases(createRequire(import.meta.url)) },
    test: {
      environment: 'happy-dom',
      include: ['src/**/*.test.{ts,tsx}'],
      testTimeout: 30_000,
      // The default of one second is too short on a machine that runs everything at once.
      expect: { poll: { timeout: 10_000 } },
      css: false,
      setupFiles: [here('vitest-dom-setup'), '@tollgate/ui/testing/setup'],
      server: { deps: { inline: [/@arco-design/, /@tollgate/] } },
    },
  };
}

/** Node would load Arco's CommonJS build, while the adapter for React 19 patches the other one. */
export function arcoAliases(require: NodeJS.Require) {
  const ui = createRequire(require.resolve('@tollgate/ui/package.json'));
  const arco = path.dirname(ui.resolve('@arco-design/web-react/package.json'));
  return [
    { find: /^@arco-design\/web-react$/, replacement: path.join(arco, 'es/index.js') },
    { find: /^@arco-design\/web-react\/icon$/, replacement: path.join(arco, 'icon/index.es.js') },
  ];
}
