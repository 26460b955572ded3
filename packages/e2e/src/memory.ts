import type { CDPSession, Page } from '@playwright/test';

/** Returns what the page retains. The minimum of several measurements, because browser caches vary. */
export async function weigh(page: Page, devtools: CDPSession) {
  const looks: { heapBytes: number; listeners: number; elements: number }[] = [];
  for (let look = 0; look < 4; look += 1) {
    await devtools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await devtools.send('Runtime.getHeapUsage');
    const { jsEventListeners, nodes } = await devtools.send('Memory.getDOMCounters');
    looks.push({ heapBytes: usedSize, listeners: jsEventListeners, elements: nodes });
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  }
  const least = (of: keyof (typeof looks)[number]) => Math.min(...looks.map((look) => look[of]));
  const leftovers = await page.evaluate(() => ({
    containers: Object.keys(globalThis).filter((key) => /^area_\w+__[0-9a-f]{10}$/.test(key)),
    scripts: document.querySelectorAll('script, link[rel=stylesheet]').length,
  }));
  return {
    heapBytes: least('heapBytes'),
    listeners: least('listeners'),
    elements: least('elements'),
    ...leftovers,
  };
}
