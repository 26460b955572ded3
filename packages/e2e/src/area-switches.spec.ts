import { areaIds, areaOf, comeAs, follow, openArea, PAGES } from './areas.ts';
import { expect, type Page, test } from './journey.ts';
import { weigh } from './memory.ts';
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
