import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

const port = Number(process.env.STORYBOOK_PORT ?? 6106);
const chromium = [process.env.CHROMIUM_PATH, '/usr/bin/chromium'].find((path) => path && existsSync(path));

/**
 * Opens every story of the built Storybook (`pnpm build` first) in both themes and languages, on a desktop and a phone.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  testIgnore: process.env.STORYBOOK_DEV ? [] : ['dev-server.spec.ts'], // builds all stories, half a minute and more
  fullyParallel: true,
  snapshotPathTemplate: '{testDir}/structures/{arg}{ext}',
  timeout: 90_000,
  workers: availableParallelism(),
  retries: process.env.CI ? 1 : 0,
  reporter: 'line',
  use: {
    timezoneId: 'UTC',
    locale: 'en-US',
    baseURL: `http://127.0.0.1:${port}`,
    launchOptions: chromium ? { executablePath: chromium } : {},
  },
  webServer: {
    command: `node serve-static.ts ${port}`,
    url: `http://127.0.0.1:${port}/index.json`,
    reuseExistingServer: false,
  },
});
