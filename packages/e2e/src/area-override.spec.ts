import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { signInByApi } from './console-api.ts';
import { startDevelopment } from './development-server.ts';
import { expect, type Page, test } from './journey.ts';
import { openLook } from './page-checks.ts';
import { type Product, startProduct } from './product.ts';
import { openSite, root } from './site.ts';

test.use({ expectedLines: /^This document requires 'Trusted\w+' assignment/ });

const program = path.resolve(import.meta.dirname, '../../tooling/src/tasks/dev.ts');
const AREA = 'playground';

let product: Product;
let development: ChildProcess;
let origin: string;

test.beforeAll(async ({ playwright }) => {
  product = await startProduct({ AREA_OVERRIDES: 'true' });
  const request = await playwright.request.newContext();
  await openSite(product, request);
  await request.dispose();
  ({ origin, development } = await startDevelopment(program, '--into', product.url, '--port', '0', AREA));
});
test.afterAll(async () => {
  development?.kill('SIGTERM');
  await product?.stop();
});

test('an administrator loads an area from their own machine, sees it marked, and can return', async ({
  browser,
}) => {
  const who = await signInByApi(product.url, root);
  const page = await openLook(browser, product.url, { language: 'en', theme: 'light', width: 1280 }, who);
  const complaints = listen(page);
  await page.goto('/playground');
  await expect(area(page)).toBeVisible();
  await expect(area(page)).not.toHaveAttribute('data-build', 'dev');

  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('dev server');
  await page.getByRole('option', { name: 'Load an area from a dev server' }).click();
  const form = page.getByRole('dialog', { name: 'Load an area from a dev server' });
  await form.getByRole('combobox', { name: 'Area' }).click();
  await page.getByRole('option', { name: AREA }).click();
  await form.getByLabel('Server address').fill(origin);
  await form.getByRole('button', { name: 'Load area' }).click();

  await expect(page.getByTestId('area-override')).toContainText(`“${AREA}” loads from ${origin}`);
  await expect(area(page)).toHaveAttribute('data-build', 'dev');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Playground');

  // The other areas are unchanged, and other users are not affected.
  await page.getByRole('link', { name: 'API tokens' }).click();
  await expect(page.locator('section[data-area="user"]')).not.toHaveAttribute('data-build', 'dev');
  const other = await signInByApi(product.url, root);
  const elsewhere = await openLook(
    browser,
    product.url,
    { language: 'en', theme: 'light', width: 1280 },
    other,
  );
  await elsewhere.goto('/playground');
  await expect(area(elsewhere)).toBeVisible();
  await expect(area(elsewhere)).not.toHaveAttribute('data-build', 'dev');
  await expect(elsewhere.getByTestId('area-override')).toHaveCount(0);
  expect(await runs(elsewhere, `${origin}/remoteEntry.js`)).toBe(false);

  await page.goto('/playground');
  await page.getByRole('button', { name: 'Use released build' }).click();
  await expect(page.getByTestId('area-override')).toHaveCount(0);
  await expect(area(page)).toBeVisible();
  await expect(area(page)).not.toHaveAttribute('data-build', 'dev');
  expect(complaints).toEqual([]);
  await page.context().close();
  await elsewhere.context().close();
});

const area = (page: Page) => page.locator(`section[data-area="${AREA}"]`);

function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  return complaints;
}

/** Returns whether a page can run a script of a server, like injected code might try. */
function runs(page: Page, url: string): Promise<boolean> {
  return page.evaluate(
    (address) =>
      new Promise<boolean>((resolve) => {
        // In a timer: code that a test runs directly is exempt from the page's CSP.
        setTimeout(() => {
          const script = document.createElement('script');
          script.onload = () => resolve(true);
          script.onerror = () => resolve(false);
          try {
            script.src = address;
            document.head.append(script);
          } catch {
            resolve(false);
          }
        });
      }),
    url,
  );
}
