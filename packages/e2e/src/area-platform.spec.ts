import path from 'node:path';
import { EARLIER, makeConsoleRoot } from './console-root.ts';
import { expect, type Page, test } from './journey.ts';
import { type Product, startProduct } from './product.ts';
import { openPublishing } from './publishing.ts';
import { root } from './site.ts';

let product: Product;
let elsewhere: ReturnType<typeof makeConsoleRoot>;
test.beforeAll(async () => {
  elsewhere = makeConsoleRoot({ withEarlierBuildOf: 'logs' });
  product = await startProduct();
});
test.afterAll(async () => {
  await product.stop();
  elsewhere.remove();
});

test('a build is published, rolled out and killed while it is open without a page reload', async ({
  page,
}) => {
  const command = await openPublishing(product, page.request);
  const build = path.join(elsewhere.root, 'mfe-logs/dist', EARLIER);
  expect(await command('publish', build)).toContain(`Published build ${EARLIER} of logs`);
  await signIn(page);
  await page.goto(`${product.url}/log`);
  await expect(area(page)).toBeVisible();
  await expect(area(page)).not.toHaveAttribute('data-build', EARLIER);

  await command('promote', 'logs', EARLIER);
  const events = page.waitForResponse(`${product.url}/api/console/events`);
  await page.goto(`${product.url}/log`);
  await expect(area(page)).toHaveAttribute('data-build', EARLIER);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  await events;

  await command('kill', 'logs', '--build', EARLIER, '--reason', 'shows foreign rows');
  await expect(area(page)).not.toHaveAttribute('data-build', EARLIER, { timeout: FOLLOWS_MS });

  await command('kill', 'logs', '--reason', 'all of it does');
  await expect(page.getByText('This page is turned off')).toBeVisible({ timeout: FOLLOWS_MS });
  await command('revive', 'logs', '--reason', 'mended');
  await expect(area(page)).toBeVisible({ timeout: FOLLOWS_MS });
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
  expect(complaints).toEqual([]);

  await expect
    .poll(() => command('list'), { timeout: FOLLOWS_MS })
    .toMatch(new RegExp(`${EARLIER} .* [1-9]\\d* loads, 0 failures, 0 crashes`));
});

/** A page on a busy machine follows the gateway within this time. */
const FOLLOWS_MS = 20_000;

async function signIn(page: Page): Promise<void> {
  await page.goto(`${product.url}/login`);
  await page.locator('input[autocomplete="username"]').fill(root.username);
  await page.locator('input[type=password]').fill(root.password);
  await page.locator('button[type=submit]').click();
  await expect(page).not.toHaveURL(/login/);
}

function area(page: Page) {
  return page.locator('section[data-area="logs"][data-build]');
}
