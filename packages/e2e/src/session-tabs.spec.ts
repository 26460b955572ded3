import { comeAs, expectSamePage, markPage } from './areas.ts';
import type { ConsoleApi } from './console-api.ts';
import { type BrowserContext, expect, type Page, test } from './journey.ts';
import { openAsRoot } from './opened-console.ts';
import { noLimits, type Product, startProduct } from './product.ts';

let product: Product;
let api: ConsoleApi;

test.beforeEach(async () => {
  product = await startProduct(noLimits);
  api = await openAsRoot(product);
  await api.send('POST', '/api/token/', { name: 'mine', unlimited_quota: true });
});
test.afterEach(() => product.stop());

async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await comeAs(page, product.url, api);
  await page.goto(product.url + path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return page;
}

test('a logout in one tab logs the other tabs out without a reload', async ({ context }) => {
  const here = await openTab(context, '/token');
  // Suppresses storage events, as in a browser without storage: only the message of the first tab remains.
  await context.addInitScript(() =>
    window.addEventListener('storage', (event) => event.stopImmediatePropagation()),
  );
  const there = await openTab(context, '/user');
  await markPage(there);
  await here.getByRole('button', { name: /'s account$/ }).click();
  await here.getByRole('menuitem', { name: 'Sign out' }).click();
  for (const tab of [here, there]) {
    await expect(tab).toHaveURL(/\/login/);
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(tab.locator('input[type=password]')).toBeVisible();
  }
  await expectSamePage(there);
});

test('a question closes when a logout in another tab takes its page away', async ({ context }) => {
  const here = await openTab(context, '/token');
  // As in browsers without the Navigation API.
  await context.addInitScript(() => Object.defineProperty(window, 'navigation', { value: undefined }));
  const there = await openTab(context, '/token');
  await there.getByRole('button', { name: 'Actions for mine' }).click();
  await there.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(there.getByRole('dialog')).toContainText('mine');
  await here.getByRole('button', { name: /'s account$/ }).click();
  await here.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(there).toHaveURL(/\/login/);
  await expect(there.getByRole('dialog')).toHaveCount(0);
});
