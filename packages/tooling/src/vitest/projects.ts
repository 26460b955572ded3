import { createRequire } from 'node:module';
import path from 'node:path';
import { arcoAliases } from '@tollgate/mfe-kit/vitest';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { root } from '../workspace.ts';

const nodeSetup = path.join(root, 'packages/tooling/src/vitest/node-setup.ts');
const domSetup = path.join(root, 'packages/mfe-kit/src/vitest-dom-setup.ts');
/** Starts one PostgreSQL or MariaDB for all projects, when the first test requests it. */
export const databaseServers = path.join(root, 'packages/gateway/src/testing/global-setup.ts');
const require = createRequire(path.join(root, 'packages/mfe-kit/package.json'));
const SLOW = '**/*.slow.test.ts';
const STRESS = '**/*.stress.test.ts';
const MOCKED = '**/*.mocked.test.ts';
const CLIENTS = '**/*.clients.test.ts';

/** Tests create gateways and pages by the dozen: garbage collection is 5 to 8 % of the CPU time cheaper. */
const youngHeap = ['--max-semi-space-size=32'];

const slow: TestProjectInlineConfiguration['test'] = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  sequence: { groupOrder: 1 },
  setupFiles: [nodeSetup],
};

/**
 * The location of a test decides its project; packages/tooling/README.md lists the names. Most files share
 * modules with earlier files (`isolate: false`), which halves the time; a file that mocks a module is named
 * mocked and has modules of its own.
 */
export const projects: TestProjectInlineConfiguration[] = [
  project('node', {
    include: [
      'packages/{area-cli,contract,federation,pricing,tooling,design-tokens,mfe-kit,create-area,bench,e2e}/src/**/*.test.ts',
      'packages/i18n/src/**/*.test.ts',
    ],
    exclude: [SLOW, STRESS, CLIENTS],
    isolate: false,
    setupFiles: [nodeSetup],
  }),
  project('gateway', {
    include: ['packages/gateway/src/**/*.test.ts'],
    exclude: [SLOW, STRESS, MOCKED, CLIENTS],
    isolate: false,
    // For what hangs: each takes seconds, next to slow tests and two database servers up to ten times that.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    setupFiles: [nodeSetup],
    execArgv: youngHeap,
  }),
  project('dom', {
    include: ['packages/{api-client,console-sdk}/src/**/*.test.{ts,tsx}', 'packages/i18n/src/**/*.test.tsx'],
    environment: 'happy-dom',
    isolate: false,
    testTimeout: 120_000,
    setupFiles: [domSetup],
  }),
  project('console', {
    include: ['{shell,mfe-*,packages/ui}/src/**/*.test.{ts,tsx}', 'packages/mfe-kit/src/**/*.test.tsx'],
    environment: 'happy-dom',
    isolate: false,
    testTimeout: 120_000,
    css: false,
    execArgv: youngHeap,
    setupFiles: [domSetup, path.join(root, 'packages/ui/src/testing/setup.ts')],
    server: { deps: { inline: [/@arco-design/] } },
  }),
  // Real database servers and killed processes.
  project('slow', { ...slow, include: [`packages/${SLOW}`], isolate: false }),
  // Kills, outages and floods of chance and at length: `npm test -- --all`.
  project('stress', { ...slow, include: [`packages/${STRESS}`], isolate: false }),
  project('mocked', { ...slow, include: [`packages/${MOCKED}`] }),
  // Clients of others, installed from their registries: `npm run trust -- clients` alone runs them.
  // A cold start of a program, after its installation, takes longer than its work.
  project('clients', {
    include: [`packages/${CLIENTS}`],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 900_000,
  }),
];

function project(name: string, test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration {
  // The default of one second is too short on a machine that runs everything at once.
  const expect = { poll: { timeout: 10_000 } };
  return { root, resolve: { alias: arcoAliases(require) }, test: { name, expect, ...test } };
}
