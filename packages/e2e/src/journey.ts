import { test as base, type ConsoleMessage, expect } from '@playwright/test';

export * from '@playwright/test';

/** What the browser and React write about files that a journey damages, removes or delays on purpose. */
export const damagedFiles =
  /^Failed to find a valid digest in the 'integrity' attribute|^ChunkLoadError: (Loading chunk|The page took longer)|^Error: Loading CSS chunk|^Refused to (execute script|apply style)/;

interface Options {
  /** Lines of the browser's console that a journey causes on purpose. No list: Playwright would read it as a pair of its own. */
  expectedLines: RegExp;
}

interface Watch {
  lines: string[];
}

/**
 * Playwright's `test`, which also fails when a page writes an error or a warning to the browser's console, or throws
 * one without a handler. Requests that fail are left out: the browser writes a line for each, and journeys of
 * refusals are about them.
 */
export const test = base.extend<Options & { quietConsole: undefined }, { watch: Watch }>({
  expectedLines: [/^(?!)/, { option: true }],
  watch: [
    async ({ browser }, use) => {
      const watch: Watch = { lines: [] };
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await newContext(options);
        context.on('console', (line) => isProblem(line) && watch.lines.push(line.text()));
        context.on('weberror', (thrown) => watch.lines.push(String(thrown.error())));
        return context;
      };
      await use(watch);
    },
    { scope: 'worker', auto: true },
  ],
  quietConsole: [
    async ({ watch, expectedLines, browserName }, use) => {
      watch.lines = [];
      await use(undefined);
      if (browserName !== 'chromium') return; // Firefox also writes its opinion of styles and cookies
      const unexpected = watch.lines.filter((line) => !expectedLines.test(line));
      expect(unexpected, "lines in the browser's console").toEqual([]);
    },
    { auto: true },
  ],
});

function isProblem(line: ConsoleMessage): boolean {
  return /^(error|warning)$/.test(line.type()) && !ofTheMachine.some((known) => known.test(line.text()));
}

/** The second one comes when a slow machine has not run a file within a few seconds. */
const ofTheMachine = [/^Failed to load resource/, /was preloaded using link preload but not used/];
