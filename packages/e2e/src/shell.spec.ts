import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from './journey.ts';
import { findViolations } from './page-checks.ts';
import { type Product, startProduct } from './product.ts';
import { openSite, root } from './site.ts';

const ada = { username: 'ada', password: 'a long password' };

test.describe.configure({ mode: 'serial' });

/** Height at the end of the sidebar in which entries are pale. */
const FADE_PX = 24;

let product: Product;
let site: Awaited<ReturnType<typeof openSite>>;
test.beforeAll(async () => {
  product = await startProduct({ GLOBAL_API_RATE_LIMIT: '0', CRITICAL_RATE_LIMIT: '0' });
});
test.afterAll(() => product.stop());

// @spec B003 B004 B053
test("before the setup, every address leads a visitor to it, in the browser's language", async ({ page }) => {
  for (const [language, words] of [
    ['en', 'Finish setup'],
    ['zh', '完成初始化'],
  ] as const) {
    await page.addInitScript((chosen) => localStorage.setItem('i18nextLng', chosen), language);
    await page.goto(`${product.url}/channel/add`);
    await expect(page).toHaveURL(/\/setup$/);
    await expect(page.getByRole('button', { name: words })).toBeVisible();
  }
});

// @spec B007 B011 B028 B034
test('every page of the console opens at its address', async ({ page, playwright }) => {
  site = await openSite(product, await playwright.request.newContext());
  await site.addUser(ada.username, ada.password);
  await logIn(page, root);
  for (const [path, heading] of [
    ['/channel/add', 'Channels'],
    ['/playground', 'Playground'],
    ['/setting', 'System settings'],
    ['/log', 'Usage log'],
  ] as const) {
    await page.goto(product.url + path);
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  }
});

test.describe(() => {
  test.use({ expectedLines: /^ChunkLoadError: Loading chunk/ });
  test('missing console files show an error page that can reload', async ({ page }) => {
    const files = '**/assets/shell/static/js/async/*';
    await page.route(files, (route) => route.abort());
    await page.goto(`${product.url}/login`);
    await expect(page.getByRole('heading', { name: "Couldn't load the console" })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await page.unroute(files);
    await page.getByRole('button', { name: 'Reload page' }).click();
    await expect(page.getByLabel('Username')).toBeVisible();
  });
});

// @spec B029
test('the settings are for admins, so a visitor logs in first and a user sees why not', async ({ page }) => {
  await page.goto(`${product.url}/setting`);
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, ada, /\/setting$/);
  await expect(page.getByRole('heading', { name: "You don't have access to this page" })).toBeVisible();
});

// @spec C202 C203 C204
test('header and sidebar have their sizes, also when collapsed', async ({ page }) => {
  await logIn(page, root);
  const sidebar = page.locator('.sh-sidebar');
  const width = async () => Math.round((await sidebar.boundingBox())?.width ?? 0);
  expect((await page.getByRole('banner').boundingBox())?.height).toBe(56);
  await expect.poll(width).toBe(200);
  await page.setViewportSize({ width: 800, height: 800 });
  await expect.poll(width).toBe(60);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(width).toBe(200);
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await expect.poll(width).toBe(60);
  await page.reload();
  await expect.poll(width).toBe(60);
});

for (const height of [560, 720])
  test(`entries of the sidebar are whole in a window of ${height} px, or fade out`, async ({ page }) => {
    await openWithChats(page, { width: 1280, height });
    const nav = page.getByRole('navigation', { name: 'Console' });
    expect(await nav.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true);
    expect(await nav.evaluate((element) => getComputedStyle(element).maskImage)).toContain('linear-gradient');
    for (const [name, path] of lastEntries) {
      await page.goto(product.url + path);
      const entry = nav.getByRole('link', { name });
      await expect(entry).toHaveAttribute('aria-current', 'page');
      const [inner, outer] = [await entry.boundingBox(), await nav.boundingBox()];
      if (!inner || !outer) throw new Error('the sidebar is hidden');
      expect(inner.y).toBeGreaterThanOrEqual(outer.y);
      expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height - FADE_PX);
    }
    await site.set({ Chats: '[]' });
  });

test('the menu of a phone opens at the entry of the current page and can be closed there', async ({
  page,
}) => {
  await openWithChats(page, { width: 390, height: 560 });
  for (const [name, path] of lastEntries) {
    await page.goto(product.url + path);
    await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.getByRole('dialog');
    const entry = menu.getByRole('link', { name });
    await expect(entry).toHaveAttribute('aria-current', 'page');
    await expect(entry).toBeInViewport({ ratio: 1 });
    await menu.getByRole('button', { name: 'Close menu' }).click({ timeout: 5000 });
    await expect(menu).toHaveCount(0);
  }
  await site.set({ Chats: '[]' });
});

const lastEntries = [
  ['Personal settings', '/personal'],
  ['System settings', '/setting'],
] as const;

/** More entries than the sidebar has room for. */
async function openWithChats(page: Page, size: { width: number; height: number }): Promise<void> {
  const names = ['one', 'two', 'three', 'four', 'five', 'six'];
  await site.set({ Chats: JSON.stringify(names.map((name) => ({ [name]: `https://${name}.example.com` }))) });
  await page.setViewportSize(size);
  await logIn(page, root);
}

// @spec E012 I001
test('a session that ended elsewhere is reported at the next step', async ({ page, browser }) => {
  await logIn(page, ada);
  const other = await (await browser.newContext()).newPage();
  await logIn(other, ada);
  await page.getByRole('button', { name: /'s account$/ }).click();
  await page.getByRole('menuitem', { name: 'Active sessions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Active sessions' });
  await dialog.getByRole('button', { name: 'Sign out other sessions' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await other.goto(`${product.url}/token`);
  await expect(other).toHaveURL(/\/login\?expired=true$/);
  await expect(
    other.getByText("You're not signed in, or your session has expired. Sign in again."),
  ).toBeVisible();
  await other.context().close();
});

test('the palette finds a page and a user by name', async ({ page }) => {
  await logIn(page, root);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('usage');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/log$/);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('ada');
  await expect(page.getByRole('option', { name: /^ada/ })).toBeVisible();
});

test.describe(() => {
  /** The browser says what the policy blocked. */
  test.use({ expectedLines: /violates the following Content Security Policy/ });

  // @spec C080
  test('HTML of the home page and of the notice is shown and its scripts do not run', async ({ page }) => {
    const problems = listenForProblems(page);
    const hostile = '<p>Welcome, friend</p><script>top.ran = 1</script><img src=x onerror="top.ran = 2">';
    await site.set({ HomePageContent: hostile, Notice: `Read this <script>window.ran = 3</script>` });
    await page.goto(product.url);
    await page.getByRole('button', { name: 'Got it' }).click();
    const frame = page.frameLocator('iframe[title="Home page of Tollgate"]');
    await expect(frame.getByText('Welcome, friend')).toBeVisible();
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
    await page.reload();
    await expect(frame.getByText('Welcome, friend')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(problems.filter((text) => !/sandbox|inline|Content.Security.Policy/i.test(text))).toEqual([]);
    await site.set({ HomePageContent: '', Notice: '' });
  });
});

// @spec C081
test('a URL as about page is framed, and only its origin is allowed', async ({ page }) => {
  const problems = listenForProblems(page);
  const elsewhere = createServer((_, response) => response.end('<p>Hello from elsewhere</p>'));
  await new Promise((resolve) => elsewhere.listen(0, '127.0.0.1', () => resolve(undefined)));
  const origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  await site.set({ About: `${origin}/about` });
  const response = await page.goto(`${product.url}/about`);
  expect(response?.headers()['content-security-policy']).toContain(`frame-src 'self' ${origin};`);
  const frame = page.frameLocator('iframe[title="About page of Tollgate"]');
  await expect(frame.getByText('Hello from elsewhere')).toBeVisible();
  expect(problems).toEqual([]);
  await site.set({ About: '' });
  elsewhere.closeAllConnections();
  elsewhere.close();
});

test('a browser with corrupt storage shows a working console', async ({ page }) => {
  const problems = listenForProblems(page);
  await page.addInitScript(() => {
    if (window.origin === 'null') return; // an empty page and a sandboxed frame have no storage
    for (const key of [
      'user',
      'status',
      'chats',
      'theme-mode',
      'i18nextLng',
      'default_collapse_sidebar',
      'density',
    ])
      localStorage.setItem(key, '{"broken":');
    localStorage.setItem('footer_html', '<script>window.ran = 1</script>');
  });
  await page.goto(product.url);
  await expect(page.getByRole('heading', { name: 'One address for every model' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
  expect(problems).toEqual([]);
});

async function logIn(page: Page, account: typeof root, url = /\/token/): Promise<void> {
  if (!page.url().endsWith('/login')) await page.goto(`${product.url}/login`);
  await page.getByLabel('Username or email').fill(account.username);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(url);
}

function listenForProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(String(error)));
  return problems;
}
