import { areaIds, areaOf, comeAs, follow, openArea, PAGES } from './areas.ts';
import { type CDPSession, expect, type Page, test } from './journey.ts';
import { type OpenedConsole, openConsole } from './opened-console.ts';

const SWITCHES = 50;
/** Allowed growth of the heap after the first half of the switches. */
const GROWTH = 1.1;

let opened: OpenedConsole;

test.setTimeout(240_000);
test.beforeAll(async () => {
  opened = await openConsole();
});
test.afterAll(() => opened.stop());

test('fifty area switches leak no memory, listeners, elements or containers', async ({ page }) => {
  const { product, api } = opened;
  await comeAs(page, product.url, api);
  await page.goto(`${product.url}/token`);
  await expect(areaOf(page, 'user')).toBeVisible();
  const devtools = await page.context().newCDPSession(page);
  // By then everything permanent is cached: code, engine data, texts, loaded lists.
  await switchAreas(page, SWITCHES);
  const before = await weigh(page, devtools);
  await switchAreas(page, SWITCHES);
  const after = await weigh(page, devtools);

  expect(after.heapBytes).toBeLessThan(before.heapBytes * GROWTH);
  expect(after.listeners).toBeLessThanOrEqual(before.listeners);
  expect(after.elements).toBeLessThanOrEqual(before.elements);
  expect(after.containers).toEqual(before.containers);
  expect(after.containers).toHaveLength(areaIds.length);
  expect(after.scripts).toEqual(before.scripts);
});

async function switchAreas(page: Page, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1)
    await openArea(page, areaIds[index % areaIds.length] as (typeof areaIds)[number]);
  // Both measurements are of the same idle page.
  await follow(page, PAGES.user);
  await expect(areaOf(page, 'user').getByRole('heading').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Returns what the page retains. The minimum of several measurements, because browser caches vary. */
async function weigh(page: Page, devtools: CDPSession) {
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
