import { goOffline, goOnline } from './connection.ts';
import type { ConsoleApi } from './console-api.ts';
import { type Browser, type Page, expect as standard, test } from './journey.ts';
import { openAsRoot } from './opened-console.ts';
import { listenForProblems, looks, openLook } from './page-checks.ts';
import { noLimits, type Product, startProduct } from './product.ts';
import { type Provider, startProvider } from './provider.ts';
import { root } from './site.ts';

// Servers that hang or fail, lines that break, wrong clocks, and browsers that lack or refuse something.
test.describe.configure({ timeout: 180_000 });
/** The first page of a cold product takes long on a busy machine. */
const expect = standard.configure({ timeout: 60_000 });

const HOUR_MS = 3_600_000;

let product: Product;
let provider: Provider;
let api: ConsoleApi;
test.beforeAll(async () => {
  test.setTimeout(240_000); // the gateway has to start
  provider = await startProvider();
  product = await startProduct({ ...noLimits, SSRF_ALLOW: '127.0.0.0/8' });
  api = await openAsRoot(product);
  const channel = { type: 1, name: 'local', key: 'k', base_url: provider.url, models: 'gpt-4o-mini' };
  await api.send('POST', '/api/channel/', channel);
  await api.send('POST', '/api/channel/', { ...channel, name: 'refused', key: 'wrong', models: 'gpt-4.1' });
  for (let number = 1; number <= 12; number++)
    await api.send('POST', '/api/token/', { name: `token ${number}`, unlimited_quota: true });
});
test.afterAll(() => Promise.all([product.stop(), provider.stop()]));

async function open(browser: Browser, prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await openLook(browser, product.url, looks[0]!, api);
  await prepare?.(page);
  return page;
}

test('a save that hangs can be left, and ends after 30 seconds', async ({ browser }) => {
  const page = await open(browser, (page) => page.clock.install());
  await page.goto('/token');
  await page.route('**/api/token/', (route) =>
    route.request().method() === 'POST' ? null : route.continue(),
  );
  await page.getByRole('button', { name: 'Create token' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Create token' });
  await drawer.getByLabel('Name', { exact: true }).fill('never saved');
  await drawer.getByRole('button', { name: 'Create token' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep waiting' }).click();
  await page.clock.fastForward(31_000);
  await expect(drawer).toContainText("The server didn't respond. Your changes may have been saved");
  await expect(drawer.getByLabel('Name', { exact: true })).toHaveValue('never saved');
  await page.context().close();
});

test('a search that fails and a page without a connection show no rows of others', async ({ browser }) => {
  const page = await open(browser);
  await page.goto('/token?page_size=10');
  const rows = page.locator('tbody tr[data-row]');
  await expect(rows).toHaveCount(10);
  await goOffline(page.context());
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText("Couldn't load this")).toBeVisible();
  await expect(rows).toHaveCount(0);
  await goOnline(page.context());
  await expect(rows).toHaveCount(2);

  await callModel();
  // Rows of the log are written up to a second after their calls.
  await expect(async () => {
    await page.goto('/log');
    await expect(rows.first()).toContainText('gpt-4o-mini', { timeout: 3000 });
  }).toPass();
  const broken = { success: false, code: 'internal', message: 'broken' };
  await page.route(/model_name=gpt-9/, (route) => route.fulfill({ status: 500, json: broken }));
  await page.getByRole('searchbox', { name: 'Model name' }).fill('gpt-9');
  await expect(page).toHaveURL(/model_name=gpt-9/);
  await expect(page.getByText("Couldn't load this")).toBeVisible();
  await expect(rows).toHaveCount(0);
  await expect(page.getByText('$0.', { exact: false })).toHaveCount(0);
  await page.context().close();
});

test('a list that cannot be loaded shows the error once, without a toast', async ({ browser }) => {
  const page = await open(browser);
  await page.route(/\/api\/(log|channel|token|user)\/(stat|search|page)?(\?.*)?$/, (route) =>
    route.fulfill({ status: 500, json: { success: false, code: 'internal', message: 'broken' } }),
  );
  for (const path of ['/log', '/channel', '/token', '/user']) {
    await page.goto(path);
    await expect(page.getByRole('alert').filter({ hasText: "Couldn't load this" })).toBeVisible();
    await page.waitForTimeout(1000); // a toast would have come
    await expect(page.getByText("Couldn't load this"), path).toHaveCount(1);
    await expect(page.getByText(/went wrong on the server/), path).toHaveCount(1);
  }
  await page.context().close();
});

for (const hours of [-3, 26]) {
  test(`a browser whose clock is ${hours} hours off shows the calls of the last hour`, async ({
    browser,
  }) => {
    await callModel();
    const page = await open(browser, (page) => page.clock.install({ time: Date.now() + hours * HOUR_MS }));
    await page.goto('/log?time=last-hour');
    await expect(page.locator('tbody tr[data-row]').first()).toContainText('gpt-4o-mini');
    await page.context().close();
  });
}

test('the system settings fit a page that is enlarged to 320 pixels', async ({ browser }) => {
  const page = await openLook(browser, product.url, { ...looks[0]!, width: 320 }, api);
  for (const [tab, last] of [
    ['system', page.getByRole('switch').first()],
    ['other', page.getByText('Only used by “Check for updates”')],
  ] as const) {
    await page.goto(`/setting?tab=${tab}`);
    await expect(last).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  }
  await page.context().close();
});

test('a French browser gets English without having chosen it', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'fr-FR', baseURL: product.url });
  const page = await context.newPage();
  await page.goto('/login');
  await expect(page.getByLabel('Username or email')).toBeVisible();
  expect(
    await page.evaluate(() => [document.documentElement.lang, localStorage.getItem('i18nextLng')]),
  ).toEqual(['en', null]);
  await context.close();
});

test('a browser that blocks storage signs in and opens pages', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'en-US', baseURL: product.url });
  const page = await context.newPage();
  const problems = listenForProblems(page);
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get: refuse });
  });
  await page.goto('/login');
  await page.getByLabel('Username or email').fill(root.username);
  await page.getByLabel('Password', { exact: true }).fill(root.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  for (const [path, heading] of [
    ['/token', 'API tokens'],
    ['/playground', 'Playground'],
    ['/log', 'Usage log'],
  ] as const) {
    // The header has links to the same pages, which change when a visitor signs in.
    await page.getByRole('navigation', { name: 'Console' }).locator(`a[href="${path}"]`).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
  expect(problems).toEqual([]);
  await context.close();
});

test('the playground keeps draft and conversation on other pages, and announces a reply once', async ({
  browser,
}) => {
  const page = await open(browser);
  await page.goto('/playground');
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill('Hello');
  await page.keyboard.press('Enter');
  const reply = page.locator('li[data-status="complete"]').last();
  await expect(reply).toContainText('Hello from the provider');
  const status = page.locator('.playground-chat [role="status"]');
  await expect(status).toHaveText('The reply is complete.');
  await expect(page.locator('.playground-chat [aria-live]')).toHaveCount(0);
  await box.fill('An unfinished thought');
  await page.getByRole('button', { name: 'Edit message' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(box).toHaveValue('An unfinished thought');
  await page.locator('a[href="/log"]').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Usage log');
  await page.goBack();
  await expect(reply).toContainText('Hello from the provider');
  await expect(box).toHaveValue('An unfinished thought');
  await page.context().close();
});

test('a key that the provider refuses shows in the message, and signs no tab out', async ({ browser }) => {
  const page = await open(browser);
  const other = await page.context().newPage();
  await other.goto('/token');
  await page.goto('/playground?model=gpt-4.1');
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
  await page.keyboard.press('Enter');
  const message = page.locator('.playground-messages li').last();
  await expect(message.locator('.playground-error')).toBeVisible();
  await expect(page).toHaveURL(/\/playground/);
  await other.reload();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('API tokens');
  await expect(page.locator('.playground-messages')).toContainText('Hello');
  await page.context().close();
});

/** One call of a program, which the usage log has at once. */
async function callModel(): Promise<void> {
  const [token] = (await api.send('GET', '/api/token/?p=0')) as { key: string }[];
  const answer = await fetch(`${product.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer sk-${token?.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hello' }] }),
  });
  expect(answer.status).toBe(200);
}
