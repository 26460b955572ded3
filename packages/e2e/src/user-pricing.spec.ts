import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from './journey.ts';
import { expectNoFaults, listenForProblems, looksWithData, openLook } from './page-checks.ts';
import { type Product, startProduct } from './product.ts';
import { seed } from './seed.ts';
import { openSite } from './site.ts';

test.describe.configure({ mode: 'serial' });

let product: Product;
let folder: string;
test.beforeAll(async ({ playwright }) => {
  folder = mkdtempSync(path.join(tmpdir(), 'tollgate-pricing-'));
  product = await startProduct({ DATA_DIR: folder, GLOBAL_API_RATE_LIMIT: '0', GLOBAL_WEB_RATE_LIMIT: '0' });
  await openSite(product, await playwright.request.newContext());
  await seed({ DATA_DIR: folder }, { users: 1, tokens: 1, codes: 1, calls: 1, models: 2000 });
});
test.afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

// @spec G051 C117 C119
test('a visitor finds one of 2,000 models and its price by typing', async ({ page }) => {
  const problems = listenForProblems(page);
  await page.goto(product.url);
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
  await expect(page.getByRole('alert').first()).toContainText("You're not signed in");
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '2001');

  await page.keyboard.press('/');
  await page.keyboard.type('claude7.31');
  const row = page.getByRole('row', { name: /claude-7\.3-1/ });
  await expect(row.first()).toContainText(/\$\d+\.\d\d/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/keyword=claude7/);
  expect(problems).toEqual([]);
});

test('only rows near the window are rendered of 2,000 models, and the last one is a scroll away', async ({
  page,
}) => {
  await page.goto(`${product.url}/pricing`);
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '2001');
  expect(await page.locator('tr[data-row]').count()).toBeLessThan(200);
  await page.getByRole('region', { name: 'Model pricing' }).hover();
  await expect
    .poll(async () => {
      await page.getByRole('region', { name: 'Model pricing' }).evaluate((box) => {
        box.scrollTop = box.scrollHeight;
      });
      return page.locator('tr[data-row]').last().getAttribute('aria-rowindex');
    })
    .toBe('2001');
});

for (const look of looksWithData) {
  test(`pricing has no faults (${Object.values(look).join(', ')})`, async ({ browser }) => {
    const page = await openLook(browser, product.url, look);
    const problems = listenForProblems(page);
    await page.goto('/pricing?keyword=gpt&group=default');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[data-row]').first()).toBeVisible();
    await expectNoFaults(page);
    expect(problems).toEqual([]);
    await page.context().close();
  });
}
