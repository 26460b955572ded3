import { expect, type Page, test } from './journey.ts';
import { listenForProblems } from './page-checks.ts';
import { noLimits, type Product, startProduct } from './product.ts';
import { openSite, root } from './site.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct(noLimits);
});
test.afterAll(() => product.stop());

test('the logs area shows the usage of a user in their drawer and links to the entries', async ({ page }) => {
  const problems = listenForProblems(page);
  const drawer = await openDrawer(page);
  const usage = drawer.getByRole('region', { name: 'Usage' });
  await expect(usage.getByText('No requests in this period.')).toBeVisible();
  await expect(usage).toHaveAttribute('data-area', 'logs');
  await usage.getByRole('link', { name: 'View all requests of ada' }).click();
  await expect(page).toHaveURL(/\/log\?username=ada$/);
  await expect(page.getByRole('heading', { name: 'Usage log', level: 1 })).toBeVisible();
  expect(problems).toEqual([]);
});

test('the user drawer shows a notice and works when the logs area cannot be loaded', async ({ page }) => {
  await page.route('**/assets/areas/logs/**', (route) => route.fulfill({ status: 404 }));
  const drawer = await openDrawer(page);
  await expect(drawer.getByText('Usage is temporarily unavailable.')).toBeVisible({ timeout: 20_000 });
  await drawer.getByLabel('Display name').fill('Ada Lovelace');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByText('Ada Lovelace')).toBeVisible();
});

test('the user drawer requests no logs code when the logs area is switched off', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/assets/areas/logs/')) requests.push(request.url());
  });
  await openSite(product, page.request);
  const headers = { 'new-api-user': '1' };
  const address = `${product.url}/api/console/areas/logs`;
  await page.request.post(`${address}/kill`, { data: { reason: 'leaks' }, headers });
  const drawer = await openDrawer(page);
  await expect(drawer.getByText('Usage is temporarily unavailable.')).toBeVisible();
  expect(requests).toEqual([]);
  await page.request.post(`${address}/revive`, { data: { reason: 'mended' }, headers });
});

test('the dashboard shows the card of another area with the limits that are almost used up', async ({
  page,
}) => {
  const problems = listenForProblems(page);
  const rule = { id: 1, name: 'Everybody', scope: 'everybody', scope_id: '', subject: '', subject_name: '' };
  const window = { models: '', resource: 'requests', amount: 10, window: 'day', time_zone: 'UTC' };
  const used = { spent: 9, held: 0, resets_at: Math.floor(Date.now() / 1000) + 3600 };
  await page.route('**/api/limit/close*', (route) =>
    route.fulfill({ json: { success: true, message: '', data: [{ ...rule, ...window, ...used }] } }),
  );
  await signIn(page);
  await page.goto(`${product.url}/detail`);
  const card = page.locator('section[data-area="logs"] [data-extension="close-limits"][data-area="user"]');
  await expect(card.getByRole('listitem')).toHaveCount(1);
  await expect(card.getByRole('heading', { name: 'Close to their limit' })).toBeVisible();
  expect(problems).toEqual([]);
});

test('a command of another area creates a token above the page that is open', async ({ page }) => {
  const problems = listenForProblems(page);
  await signIn(page);
  await page.goto(`${product.url}/log`);
  await expect(page.getByRole('heading', { name: 'Usage log', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to a page or run a command' }).fill('create token');
  await page.getByRole('option', { name: /^Create token/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Create token' });
  await drawer.getByLabel('Name').fill('from anywhere');
  await drawer.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByRole('dialog', { name: /from anywhere|created/i })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/log');
  expect(problems).toEqual([]);
});

async function openDrawer(page: Page) {
  const site = await openSite(product, page.request);
  await site.addUser('ada', 'analytical-1').catch(() => {}); // the account may already exist
  await signIn(page);
  await page.goto(`${product.url}/user`);
  await page.getByRole('row', { name: /ada/ }).getByRole('button', { name: 'Edit' }).click();
  return page.getByRole('dialog', { name: /ada/ });
}

async function signIn(page: Page): Promise<void> {
  await openSite(product, page.request);
  await page.goto(`${product.url}/login`);
  await page.locator('input[autocomplete="username"]').fill(root.username);
  await page.locator('input[type=password]').fill(root.password);
  await page.locator('button[type=submit]').click();
  await expect(page).not.toHaveURL(/login/);
}
