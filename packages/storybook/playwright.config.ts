import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';

const port = Number(process.env.STORYBOOK_PORT ?? 6106);
const chromium = [process.env.CHROMIUM_PATH, '/usr/bin/chromium'].find((path) => path && existsSync(path));

/** Machines differ in the fonts that they prefer, and the height of a line with them. Read by Chromium on Linux. */
process.env.FONTCONFIG_FILE ??= path.join(import.meta.dirname, 'fonts.conf');

/** Opens every story of the built Storybook (`pnpm build` first) in both themes, and looks where its texts stand. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  fullyParallel: true,
  timeout: 90_000,
  // Pages that come to rest wait half of the time.
  workers: availableParallelism() + 1,
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
