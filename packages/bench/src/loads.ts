import type { BrowserContext } from '@playwright/test';
import { newProfile, slowDown, withConsole } from './console/slow-visitor.ts';
import { median, pause } from './relay/machine.ts';

/**
 * Measures the first page of a visit on a slow line and machine (1.6 Mbit/s, 150 ms, a quarter of the
 * processor): with an empty cache, and once more with the browser's cache. Each round has new profiles; a
 * visit before the first lets the gateway compress its files. Needs a built console (`npm run build`).
 * Usage: `npm run bench loads [rounds] [pages]`, pages as `/log,/token`.
 */
const rounds = Number(process.argv[2] ?? 5);
/** A visitor's page, and the heaviest pages of each area. */
const PAGES = ['/login', '/token', '/log', '/detail', '/channel', '/setting', '/playground'];
const pages = process.argv[3]?.split(',') ?? PAGES;
/** Late enough for the largest paint. */
const REST_MS = 1500;

interface Load {
  /** Milliseconds since the navigation. */
  heading: number;
  largestPaint: number;
  /** Sum of the time that long tasks take beyond 50 ms each, up to the heading. */
  blocked: number;
  requests: number;
  kilobytes: number;
}

const loads = new Map<string, Load[]>();

await withConsole(async ({ url, browser, visitor }) => {
  for (let round = -1; round < rounds; round += 1) {
    for (const path of pages) {
      const context = await newProfile(browser, url, path === '/login' ? undefined : visitor);
      for (const kind of ['cold', 'warm'] as const) {
        const load = await measure(context, url + path);
        if (round >= 0) loads.set(`${path} ${kind}`, [...(loads.get(`${path} ${kind}`) ?? []), load]);
      }
      await context.close();
    }
  }
});
report();

async function measure(context: BrowserContext, address: string): Promise<Load> {
  const page = await context.newPage();
  await page.addInitScript(watch);
  await slowDown(page);
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => 'headingAt' in globalThis);
  await pause(REST_MS);
  const load = await page.evaluate(() => {
    const { headingAt, seen } = globalThis as unknown as Seen;
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const before = files.filter(({ startTime }) => startTime < headingAt);
    const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const bytes = before.reduce((sum, { transferSize }) => sum + transferSize, page?.transferSize ?? 0);
    const tasks = seen.tasks.filter(({ startTime }) => startTime < headingAt);
    return {
      heading: headingAt,
      largestPaint: seen.largestPaint,
      blocked: tasks.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
      requests: before.length + 1,
      kilobytes: bytes / 1000,
    };
  });
  await page.close();
  return load;
}

interface Seen {
  headingAt: number;
  seen: { largestPaint: number; tasks: { startTime: number; duration: number }[] };
}

/** Runs in the page, before anything else. The title that the shell shows while a page loads does not count. */
function watch(): void {
  const seen: Seen['seen'] = { largestPaint: 0, tasks: [] };
  Object.assign(globalThis, { seen });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.largestPaint = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => seen.tasks.push(...list.getEntries())).observe({
    type: 'longtask',
    buffered: true,
  });
  new MutationObserver((_, observer) => {
    if (!document.querySelector('h1:not([aria-busy="true"] h1)')) return;
    observer.disconnect();
    requestAnimationFrame(() => Object.assign(globalThis, { headingAt: performance.now() }));
  }).observe(document, { childList: true, subtree: true });
}

function report(): void {
  console.log(
    `${rounds} rounds, medians: heading (range), largest paint, blocked; requests and kB until then`,
  );
  for (const [name, of] of loads) {
    const middle = (key: keyof Load) => median(of.map((load) => load[key])).toFixed(0);
    const headings = of.map(({ heading }) => heading);
    const range = `${Math.min(...headings).toFixed(0)}-${Math.max(...headings).toFixed(0)}`;
    console.log(
      `  ${name}: ${middle('heading')} ms (${range}), ${middle('largestPaint')} ms, ${middle('blocked')} ms; ${middle('requests')}, ${middle('kilobytes')}`,
    );
  }
}
