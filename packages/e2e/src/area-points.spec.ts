import { expect, type Page, test } from './journey.ts';
import { listenForProblems } from './page-checks.ts';
import { noLimits, type Product, startProduct } from './product.ts';
import { openSite, root } from './site.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct(noLimits);
});
test.afterAll(() => product.stop());

test('lists, tabs and settings show what other areas add to them', async ({ page }) => {
  test.slow();
  const problems = listenForProblems(page);
  await signIn(page);
  await page.goto(`${product.url}/user`);

  // A column is not loaded before it is chosen.
  await expect(page.getByRole('columnheader', { name: 'Spend, last 24 hours' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByText('Spend, last 24 hours', { exact: true }).click();
  await page.keyboard.press('Escape');
  const row = page.getByRole('row', { name: /root/ });
  await expect(row.locator('[data-extension="spent-of-user"]')).toHaveText(/\$0/);

  await row.getByRole('button', { name: /Actions for root/ }).click();
  await page.getByRole('menuitem', { name: 'Show usage' }).click();
  const drawer = page.getByRole('dialog', { name: 'Usage of root' });
  await expect(drawer.getByText('No requests in this period.')).toBeVisible();
  await expect(drawer.locator(':focus')).toHaveCount(1); // soon after it opens
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();

  await page.goto(`${product.url}/user/statement/1`);
  await page.getByRole('link', { name: 'Usage', exact: true }).click();
  await expect(page).toHaveURL(/tab=logs\.usage-tab/);
  await expect(page.locator('[data-extension="usage-tab"]')).toContainText('View all requests of root');

  await page.goto(`${product.url}/setting?tab=user.limits`);
  await expect(page.getByRole('heading', { name: 'Limits for everyone' })).toBeVisible();
  expect(problems).toEqual([]);
});

test('the menu counts disabled channels, and prices are a section of it', async ({ page }) => {
  await page.route('**/api/channel/counts*', (route) =>
    route.fulfill({ json: { success: true, message: '', data: { enabled: 1, disabled: 0, tripped: 2 } } }),
  );
  await signIn(page);
  await page.goto(`${product.url}/token`);
  const menu = page.getByRole('navigation', { name: 'Console' });
  const name = 'Channels: 2 channels were disabled automatically';
  await expect(menu.getByRole('link', { name })).toBeVisible({ timeout: 20_000 });
  const money = menu.getByRole('region', { name: 'Prices and money' });
  await expect(money.getByRole('link', { name: 'Margin' })).toBeVisible();
  await expect(money.getByRole('link', { name: 'Limits' })).toBeVisible();
});

test('lists stay usable when the areas that add to them cannot be loaded', async ({ page }) => {
  test.slow();
  await page.route('**/assets/areas/logs/**', (route) => route.fulfill({ status: 404 }));
  await page.route('**/assets/areas/admin-channels/**', (route) => route.fulfill({ status: 404 }));
  await signIn(page);
  await page.goto(`${product.url}/user`);
  const row = page.getByRole('row', { name: /root/ });
  await row.getByRole('button', { name: /Actions for root/ }).click();
  await page.getByRole('menuitem', { name: 'Show usage' }).click();
  await expect(page.getByText('Show usage is temporarily unavailable.')).toBeVisible({ timeout: 30_000 });
  await expect(row).toBeVisible();
  await page.goto(`${product.url}/user/statement/1?tab=logs.usage-tab`);
  await expect(page.getByText('Usage is temporarily unavailable.')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('link', { name: 'Statement', exact: true }).click();
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Channels', exact: true })).toBeVisible();
});

async function signIn(page: Page): Promise<void> {
  await openSite(product, page.request);
  await page.goto(`${product.url}/login`);
  await page.locator('input[autocomplete="username"]').fill(root.username);
  await page.locator('input[type=password]').fill(root.password);
  await page.locator('button[type=submit]').click();
  await expect(page).not.toHaveURL(/login/);
}
