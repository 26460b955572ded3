import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** The first is headless Chromium, a fifth faster; Playwright downloads it too. */
const WELL_KNOWN = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Returns the browser for tests: `CHROMIUM_PATH`, else an installed one, else Playwright's download. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : undefined;
  return [...WELL_KNOWN, chromium.executablePath()].find((file) => existsSync(file));
}

/** For `use.launchOptions` of a Playwright configuration. @throws with instructions when there is no browser. */
export function browserOptions(): { executablePath: string } {
  const executablePath = findChromium();
  if (!executablePath) throw new Error(noBrowser);
  return { executablePath };
}

export const noBrowser =
  'No Chromium was found. Install it (Debian: apt-get install chromium; elsewhere: npx playwright install chromium), or set CHROMIUM_PATH.';
