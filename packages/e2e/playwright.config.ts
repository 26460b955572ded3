import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { browserOptions } from '@tollgate/tooling/browser';
import { INSECURE_HOST } from './src/insecure-host.ts';

const chromium = {
  launchOptions: { ...browserOptions(), args: [`--host-resolver-rules=MAP ${INSECURE_HOST} 127.0.0.1`] },
};

/** Firefox as Debian has it, by WebDriver BiDi. */
const firefox = {
  browserName: 'firefox',
  channel: 'moz-firefox',
  launchOptions: {
    executablePath: path.join(import.meta.dirname, 'src/firefox-bridge.ts'),
    env: { ...process.env, PATH: `${path.dirname(process.execPath)}:${process.env.PATH}` },
    firefoxUserPrefs: {
      'dom.events.testing.asyncClipboard': true, // pages read the clipboard without the question to a person
      'network.dns.localDomains': INSECURE_HOST,
    },
  },
} as const;

const isFirefox = process.env.E2E_BROWSER === 'firefox';
/** What WebDriver BiDi does not offer: the bodies of requests, and heap sizes. */
const chromiumOnly = ['area-faults.spec.ts', 'area-switches.spec.ts', 'isolated-areas.spec.ts'];

/** It cannot print to a file either, nor show forced colors or paper. */
const emulated = /@emulated/;

/** Takes half an hour: once before a release, not after every change. */
const onDemand = process.env.E2E_AXE ? [] : ['accessible-pages.spec.ts'];

/** Journeys through the built product. Each spec starts what it needs on free ports of this machine. */
export default defineConfig({
  testDir: 'src',
  // Files named test.ts are Vitest's.
  testMatch: '**/*.spec.ts',
  testIgnore: [...onDemand, ...(isFirefox ? chromiumOnly : [])],
  ...(isFirefox && { grepInvert: emulated }),
  workers: 2,
  retries: process.env.CI || isFirefox ? 1 : 0,
  // Firefox by WebDriver BiDi takes twice as long.
  timeout: isFirefox ? 180_000 : 90_000,
  expect: { timeout: isFirefox ? 30_000 : 15_000 },
  reporter: process.env.CI ? 'line' : 'list',
  use: {
    ...(isFirefox ? firefox : chromium),
    locale: 'en-US',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
  },
});
