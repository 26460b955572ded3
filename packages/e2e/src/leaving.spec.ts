import type { ConsoleApi } from './console-api.ts';
import { type Browser, type Page, expect as standard, test } from './journey.ts';
import { openAsRoot } from './opened-console.ts';
import { listenForProblems, looks, openLook } from './page-checks.ts';
import { noLimits, type Product, startProduct } from './product.ts';

test.describe.configure({ timeout: 180_000 });
/** The first page of a cold product takes long on a busy machine. */
const expect = standard.configure({ timeout: 60_000 });

let product: Product;
let api: ConsoleApi;
test.beforeAll(async () => {
  test.setTimeout(240_000); // the gateway has to start
  product = await startProduct(noLimits);
  api = await openAsRoot(product);
});
test.afterAll(() => product.stop());

async function open(browser: Browser, prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await openLook(browser, product.url, looks[0]!, api);
  await prepare?.(page);
  return page;
}

test('unsaved work is kept from every way out, with one question at a time', async ({ browser }) => {
  const page = await open(browser);
  await page.goto('/log');
  await page.locator('a[href="/setting"]').first().click();
  await page.getByRole('switch').first().locator('..').click();
  await expect(page.getByText('1 unsaved change')).toBeVisible();
  const question = page.getByText('Leave without saving?');
  const stay = async () => {
    await expect(question).toHaveCount(1);
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect(question).toHaveCount(0);
    await expect(page).toHaveURL(/\/setting$/);
  };
  await pressBack(page);
  await pressBack(page);
  await stay();
  await page.getByRole('button', { name: /'s account$/ }).click();
  await page.getByRole('menuitem', { name: 'Personal settings' }).click();
  await stay();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('usage log');
  await page.keyboard.press('Enter');
  await stay();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await stay();

  await page.context().close();
});

test('Back asks for every form that it would lose, one after the other', async ({ browser }) => {
  const page = await open(browser);
  await page.goto('/setting');
  await page.getByRole('link', { name: 'Price editor' }).click();
  await page.getByRole('switch').first().locator('..').click();
  await page.getByRole('row').getByRole('button', { name: 'Edit' }).first().click();
  const form = page.getByRole('dialog', { name: /^Price of/ });
  await form.getByLabel('Model ratio').fill('7');
  await pressBack(page);
  for (const lost of ['Your changes on this page will be lost.', 'Your changes will be lost.']) {
    await expect(page.getByText('Leave without saving?')).toHaveCount(1);
    await expect(page.getByText(lost)).toBeVisible();
    await expect(form).toBeVisible();
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
  }
  await expect(form).toHaveCount(0);
  await expect(page).toHaveURL(/\/setting$/);
  await page.context().close();
});

test('a browser without the Navigation API keeps a form on Back until the person agrees', async ({
  browser,
}) => {
  const page = await open(browser, (page) =>
    page.addInitScript(() => Object.defineProperty(window, 'navigation', { value: undefined })),
  );
  const problems = listenForProblems(page);
  await page.goto('/log');
  await page.locator('a[href="/token"]').first().click();
  await page.getByRole('button', { name: 'Create token' }).first().click();
  const name = page.getByRole('dialog').getByLabel('Name', { exact: true });
  await name.fill('half written');
  await pressBack(page);
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByText('Leave without saving?')).toHaveCount(0);
  await expect(name).toHaveValue('half written');
  await expect(page).toHaveURL(/\/token$/);
  await pressBack(page);
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Usage log');
  await expect(page).toHaveURL(/\/log$/);
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API tokens');
  expect(problems).toEqual([]);
  await page.context().close();
});

/** Back as the browser's button. A step that the page holds never ends for Playwright. */
async function pressBack(page: Page): Promise<void> {
  await page.goBack({ timeout: 500 }).catch(() => {});
}
