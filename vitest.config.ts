import { defineConfig } from 'vitest/config';
import { LongestFirst } from './packages/tooling/src/vitest/longest-first.ts';
import { databaseServers, projects } from './packages/tooling/src/vitest/projects.ts';

export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects,
    globalSetup: [databaseServers],
    sequence: { sequencer: LongestFirst },
  },
});
