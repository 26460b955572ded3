import type { ConsoleApi } from './console-api.ts';
import { INSECURE_HOST } from './insecure-host.ts';
import { expect as standard, test } from './journey.ts';
import { openAsRoot } from './opened-console.ts';
import { listenForProblems, looks, openLook } from './page-checks.ts';
import { noLimits, type Product, startProduct } from './product.ts';
import { type Provider, startProvider } from './provider.ts';

// Browsers leave out parts of their API on http:// pages of other machines, such as http://192.168.1.10:3000.
test.describe.configure({ timeout: 180_000 });
/** Browsers ignore this header without TLS, and say so. */
test.use({ expectedLines: /^The Cross-Origin-Opener-Policy header has been ignored/ });
const expect = standard.configure({ timeout: 60_000 });

let product: Product;
let provider: Provider;
let api: ConsoleApi;
/** The product under a name that browsers do not trust without TLS. */
let url: string;

test.beforeAll(async () => {
  provider = await startProvider();
  product = await startProduct({ ...noLimits, SSRF_ALLOW: '127.0.0.0/8' });
  api = await openAsRoot(product);
  const channel = { type: 1, name: 'local', key: 'k', base_url: provider.url, models: 'gpt-4o-mini' };
  await api.send('POST', '/api/channel/', channel);
  await api.send('POST', '/api/token/', { name: 'mine', unlimited_quota: true });
  url = product.url.replace('127.0.0.1', INSECURE_HOST);
});
test.afterAll(() => Promise.all([product.stop(), provider.stop()]));

test('the playground answers on a page without TLS', async ({ browser }) => {
  const page = await openLook(browser, url, looks[0]!, api);
  const problems = listenForProblems(page);
  await page.goto('/playground');
  expect(await page.evaluate(() => [isSecureContext, 'clipboard' in navigator])).toEqual([false, false]);
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
  await page.keyboard.press('Enter');
  await expect(page.locator('li[data-status="complete"]').last()).toContainText('Hello from the provider');
  // Browsers say that this header has no effect without TLS.
  expect(problems.filter((problem) => !problem.includes('Cross-Origin-Opener-Policy'))).toEqual([]);
  await page.context().close();
});

test('the key of a token is copied on a page without TLS', async ({ browser }) => {
  const page = await openLook(browser, url, looks[0]!, api);
  await page.goto('/token');
  await page.getByRole('button', { name: 'Copy key', exact: true }).first().click();
  await expect(page.getByText(/Copied/)).toBeVisible();
  await page.goto('/playground');
  await page.getByRole('textbox', { name: 'Message' }).press('Control+v');
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(/^sk-\w{48}$/);
  await page.context().close();
});
