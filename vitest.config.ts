import { defineConfig } from 'vitest/config';
import { projects } from './packages/tooling/src/vitest/projects.ts';

export default defineConfig({ test: { maxWorkers: '100%', projects } });
