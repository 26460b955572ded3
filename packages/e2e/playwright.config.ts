import { defineConfig } from '@playwright/test';
import { browserOptions } from '@tollgate/tooling/browser';

/** Journeys through the built product. Each spec starts what it needs on free ports of this machine. */
export default defineConfig({
  testDir: 'src',
  workers: 2,
  retries: process.env.CI ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: process.env.CI ? 'line' : 'list',
  use: {
    launchOptions: browserOptions(),
    locale: 'en-US',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
  },
});
